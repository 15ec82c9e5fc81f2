/**
 * What stands in the place of parts of chevrotain that a finished grammar never runs. A parser whose
 * grammar was checked once, that builds no syntax tree and recovers from nothing, needs no more.
 */

/** The tests run the whole of chevrotain, which checks our grammar and our tokens. */
const noFaults = () => [];

export const validateGrammar = noFaults;
export const validateLookahead = noFaults;
export const validateNoLeftRecursion = noFaults;
export const validateEmptyOrAlternative = noFaults;
export const validateAmbiguousAlternationAlternatives = noFaults;
export const validateSomeNonEmptyLookaheadPath = noFaults;
export const validateTooManyAlts = noFaults;
export const validateRuleIsOverridden = noFaults;
export const validateRuleDoesNotAlreadyExist = noFaults;
export const validatePatterns = noFaults;
export const performRuntimeChecks = noFaults;
export const performWarningRuntimeChecks = noFaults;

/** No warnings are printed, and no times are measured. */
const silent = () => undefined;

export { silent as PRINT_ERROR, silent as PRINT_WARNING };
export const timer = (phase) => ({ time: 0, value: phase() });

/**
 * Texts about what our rules and tokens leave no room for: they throw for each mistake in a text
 * themselves, and every character is part of a token.
 */
const unexpected = ({ ruleName }) => `the rule ${ruleName} has no room for this text`;
export const defaultParserErrorProvider = {
  buildMismatchTokenMessage: unexpected,
  buildNotAllInputParsedMessage: unexpected,
  buildNoViableAltMessage: unexpected,
  buildEarlyExitMessage: unexpected,
};
export const defaultLexerErrorProvider = {};
export const defaultGrammarResolverErrorProvider = {};
export const defaultGrammarValidatorErrorProvider = {};

/** A lexer that asks which characters a pattern begins with; one of our patterns has no answer. */
export const failedOptimizationPrefixMsg = "";
export const getOptimizedStartCodesIndices = () => [];
export const canMatchCharCode = () => false;
export const getRegExpAst = () => undefined;
export const clearRegExpParserCache = () => undefined;
export class BaseRegExpVisitor {}

/** Pictures, types and trees of a grammar. */
export const serializeGrammar = noFaults;
export const serializeProduction = noFaults;
export const createSyntaxDiagramsCode = () => "";
export const generateCstDts = () => "";

/** Suggestions, and what may follow where the text is wrong. */
export const nextPossibleTokensAfter = noFaults;
export class NextAfterTokenWalker {}
export class NextTerminalAfterManyWalker {}
export class NextTerminalAfterManySepWalker {}
export class NextTerminalAfterAtLeastOneWalker {}
export class NextTerminalAfterAtLeastOneSepWalker {}
export const computeAllProdsFollows = () => ({});

export class ContentAssist {
  initContentAssist() {}
}

/** For `recoveryEnabled: false`. */
export class Recoverable {
  initRecoverable() {
    this.recoveryEnabled = false;
  }
  attemptInRepetitionRecovery() {}
  getHumanReadableRuleStack() {
    return [];
  }
}
const inRuleRecovery = "InRuleRecoveryException";

export { inRuleRecovery as IN_RULE_RECOVERY_EXCEPTION };

/** For a parser with actions of its own. */
export class TreeBuilder {
  initTreeBuilder() {
    this.outputCst = false;
  }
  cstInvocationStateUpdate() {}
  cstFinallyStateUpdate() {}
  cstPostTerminal() {}
  cstPostNonTerminal() {}
  cstPostRule() {}
  getBaseCstVisitorConstructor() {}
  getBaseCstVisitorConstructorWithDefaults() {}
}

export class PerformanceTracer {
  initPerformanceTracer() {}
  TRACE_INIT(_name, phase) {
    return phase();
  }
}
