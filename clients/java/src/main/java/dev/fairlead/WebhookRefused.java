package dev.fairlead;

/** The signature of a webhook is not valid. Answer 400 and do not use its body. */
public class WebhookRefused extends FairleadException {
    private static final long serialVersionUID = 1;

    public WebhookRefused(String message) {
        super(message);
    }
}
