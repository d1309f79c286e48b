package dev.fairlead;

import java.util.List;
import java.util.Map;

/** The service refused the request. Sending it again does not help. */
public class ApiException extends FairleadException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final transient Types.Problem problem;

    public ApiException(int status, Map<String, Object> problem) {
        super(status + " " + problem.get("code") + ": " + problem.get("detail"));
        this.status = status;
        this.problem = new Types.Problem(problem);
    }

    public int status() {
        return status;
    }

    public Types.Problem problem() {
        return problem;
    }

    /** The errors of the members, if it is a 400; else an empty list. */
    public List<Types.MemberError> errors() {
        return problem.errors() == null ? List.of() : problem.errors();
    }
}
