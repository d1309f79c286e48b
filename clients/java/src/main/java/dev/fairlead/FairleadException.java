package dev.fairlead;

/** The base of all exceptions of this library. */
public class FairleadException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public FairleadException(String message) {
        super(message);
    }

    public FairleadException(String message, Throwable cause) {
        super(message, cause);
    }
}
