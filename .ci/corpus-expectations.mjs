/**
 * Cases of the conformance corpus that differ, the difference as the runner words it, and why we
 * accept it. A case that no longer differs, or differs otherwise, fails the run as a new one does.
 */
export const expectations = [];
