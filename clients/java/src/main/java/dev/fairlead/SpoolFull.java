package dev.fairlead;

/** The spool file has reached its limit. The event was not kept. */
public class SpoolFull extends FairleadException {
    private static final long serialVersionUID = 1;

    public SpoolFull(String message) {
        super(message);
    }
}
