/**
 * SQL fragments that are composed at run time. A value always becomes a parameter; only text of our
 * own code becomes text.
 */
export class Fragment {
  /** One more than values: each value is between two of them. */
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }
}

/** Inserts fragments as they are, and everything else as the value of a parameter. */
export const sql = (strings: TemplateStringsArray, ...parts: readonly unknown[]): Fragment =>
  composed(strings, parts)

/** An expression of our own code, never a caller's text. */
export const raw = (text: string): Fragment => new Fragment([text], [])

export function join(fragments: readonly Fragment[], separator: string): Fragment {
  return composed(['', ...fragments.slice(1).map(() => separator), ''], fragments)
}

function composed(strings: readonly string[], parts: readonly unknown[]): Fragment {
  const texts: string[] = []
  const values: unknown[] = []
  let text = strings[0] ?? ''
  for (const [index, part] of parts.entries()) {
    const inner = part instanceof Fragment ? part : new Fragment(['', ''], [part])
    const [first = '', ...rest] = inner.texts
    const last = rest.pop()
    text += first
    if (last !== undefined) {
      texts.push(text, ...rest)
      text = last
    }
    values.push(...inner.values)
    text += strings[index + 1] ?? ''
  }
  return new Fragment([...texts, text], values)
}

/** The form that the database takes: `$1` to `$n` in the order of the values. */
export function statementOf({ texts, values }: Fragment): {
  readonly text: string
  readonly values: readonly unknown[]
} {
  const [first = '', ...rest] = texts
  return { text: rest.reduce((text, each, index) => `${text}$${index + 1}${each}`, first), values }
}
