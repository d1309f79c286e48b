package dev.fairlead;

import java.time.Duration;

/** The service could not be reached or asked to wait, and all attempts are used up. Send the same request later. */
public class Unavailable extends FairleadException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final Duration retryAfter;

    public Unavailable(String message, int status, Duration retryAfter, Throwable cause) {
        super(message, cause);
        this.status = status;
        this.retryAfter = retryAfter;
    }

    /** 0 if there was no answer. */
    public int status() {
        return status;
    }

    /** The time that the service named, or null. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
