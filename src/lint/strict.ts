/** Findings that mean that data became something else than what their author wrote: `--strict` fails for them. */
const counters = [
  "CSV_(?:EmptyColumn|HeaderFailure|ShortRows)",
  "Config_(?:AssumedDates|BadValue|MissingColumn|OtherEntityType|OtherFile|OutOfReach|StaleConversion|Unknown(?:Key|Provenance)|UnmappedColumn|UnusedVariable)",
  "Existence_MissingReference_(?:containedInPlace|observationAbout|variableMeasured)",
  "Graph_(?:MisspeltName_\\w+|MisspeltProperty|ScalingFactorOfOnePlace|TotalAsEntity|UnitOfOnePlace)",
  "Graph_Variable(?:AsEntity|OfOtherType|WithoutObservations)",
  "M(?:CF_EmptyFile|anifest_UnknownKey)",
  "Resolution_(?:PrefixedDcid|TotalRow)",
  "Source_(?:CopiedFile|UnrecognisedFile|UnusedTemplate)",
  "Sanity_(?:ReadObsDate|UnexpectedPropInStatVarObservation)",
  "StrSplit_(?:BadQuotesInToken|MultiToken)(?:_\\w+)?",
  "TMCF_SameObservation",
];
const otherData = new RegExp(`^(?:${counters.join("|")})$`);

interface Counted {
  readonly level: string;
  readonly counter: string;
}

/** Whether a finding is severe enough for `--strict`: errors are, and such warnings. */
export function failsStrict({ level, counter }: Counted): boolean {
  if (level === "error" || level === "fatal") return true;
  return level === "warning" && otherData.test(counter);
}
