"""Reports a second time, naively: facts in a list, added up with fractions, from what a test did and the API lists."""
