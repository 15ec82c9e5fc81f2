/** Properties try the same cases in every run, so that a mutant is noticed always or never. */
import fc from "fast-check";

fc.configureGlobal({ seed: 1 });
