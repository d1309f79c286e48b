"""A second, naive implementation of reports: a list of facts, summed with fractions, from the journal and the API."""
