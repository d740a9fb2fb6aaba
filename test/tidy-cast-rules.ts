/** The rules about casts: where the compiler is told a type instead of finding it. */
import {
  findText,
  isCode,
  isForDevelopment,
  lineAt,
  type Rule,
  type Source,
  withoutComments,
} from './tidy-sources.ts'

/** So many are left: the number falls, and never rises. */
export const CASTS_MAX = 40
/** As far above a cast its reason may stand: as the docstring of a short function, too. */
const REASON_LINES = 6

/** Behind `as` a type, not a word of a sentence. */
const CAST =
  /\bas (?:[[{(]|(?:readonly|typeof|keyof) |(?!const\b)[A-Za-z]\w*(?=\s*(?:[)\],;}|&<[>?:=.]|$)))/gm
const isProduct = (source: Source): boolean =>
  isCode(source) && !isForDevelopment(source) && /^packages\/\w+\/src\//.test(source.path)

/** Texts and renamed imports blanked out as well, each as long as it was. */
const withoutTexts = (text: string): string =>
  withoutComments(text)
    .replace(/^(?:import|export)\b[^'=]*\bfrom\b/gm, (part) => part.replace(/[^\n]/g, ' '))
    .replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, (part) => ' '.repeat(part.length))

function castsOf(source: Source): { readonly line: number; readonly place: string }[] {
  const code = withoutTexts(source.text)
  return [...code.matchAll(CAST)].map(({ index, 0: cast }) => {
    const line = lineAt(code, index)
    return { line, place: `${source.path}:${line}: ${cast}` }
  })
}

const byUnknown: Rule = {
  name: 'the product casts nothing by way of unknown',
  find: (sources) =>
    findText(sources, (one) => isCode(one) && !isForDevelopment(one), /\bas unknown as\b/g),
}

const withoutReason: Rule = {
  name: 'a cast of the product has its reason in a comment right above',
  find: (sources) =>
    sources.filter(isProduct).flatMap((source) => {
      const lines = source.text.split('\n')
      return castsOf(source)
        .filter(
          ({ line }) => !/(?:\/\/|\*) /.test(lines.slice(0, line).slice(-REASON_LINES).join()),
        )
        .map(({ place }) => place)
    }),
}

const tooMany: Rule = {
  name: `the product has at most ${CASTS_MAX} casts`,
  find: (sources) =>
    sources
      .filter(isProduct)
      .flatMap(castsOf)
      .map(({ place }) => place)
      .slice(CASTS_MAX),
}

export const castRules = { casts: byUnknown, castsWithoutReason: withoutReason, tooMany }
