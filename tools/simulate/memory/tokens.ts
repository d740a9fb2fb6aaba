import { NotUnderstood, type Select } from './syntax.ts'

export type Token = {
  readonly kind: 'word' | 'text' | 'number' | 'parameter' | 'sign' | 'end'
  readonly text: string
}

const PATTERN = new RegExp(
  [
    /(?<blank>\s+|--[^\n]*)/,
    /(?<text>'(?:[^']|'')*')/,
    /(?<quoted>"[^"]+")/,
    /(?<parameter>\$\d+)/,
    /(?<number>\d+(?:\.\d+)?)/,
    /(?<word>[a-z_][a-z0-9_]*)/,
    /(?<sign>::|<=|>=|<>|!=|->>|->|<@|@>|\|\||!~|~|[-()[\],.=<>+*/%])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'iy',
)

/** The words of a text; names are in lower case, as the database keeps them. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  PATTERN.lastIndex = 0
  while (PATTERN.lastIndex < text.length) {
    const start = PATTERN.lastIndex
    const found = PATTERN.exec(text)?.groups
    if (found === undefined) throw new NotUnderstood(`«${text.slice(start, start + 20)}»`, text)
    if (found.text !== undefined) {
      tokens.push({ kind: 'text', text: found.text.slice(1, -1).replaceAll("''", "'") })
    } else if (found.quoted !== undefined) {
      tokens.push({ kind: 'word', text: found.quoted.slice(1, -1) })
    } else if (found.parameter !== undefined) {
      tokens.push({ kind: 'parameter', text: found.parameter.slice(1) })
    } else if (found.number !== undefined) tokens.push({ kind: 'number', text: found.number })
    else if (found.word !== undefined) {
      tokens.push({ kind: 'word', text: found.word.toLowerCase() })
    } else if (found.sign !== undefined) tokens.push({ kind: 'sign', text: found.sign })
  }
  return tokens
}

/** A place in the words of a text. */
export class Cursor {
  readonly text: string
  readonly #tokens: readonly Token[]
  readonly #query: (cursor: Cursor) => Select
  #index = 0

  /** `query` reads what begins with SELECT: expressions and queries hold each other. */
  constructor(text: string, query: (cursor: Cursor) => Select) {
    this.text = text
    this.#tokens = tokensOf(text)
    this.#query = query
  }

  query(): Select {
    return this.#query(this)
  }

  peek(ahead = 0): Token {
    return this.#tokens[this.#index + ahead] ?? { kind: 'end', text: '' }
  }

  next(): Token {
    const token = this.peek()
    this.#index++
    return token
  }

  /** Whether these words or signs come next. */
  sees(...texts: readonly string[]): boolean {
    return texts.every((text, ahead) => {
      const { kind, text: found } = this.peek(ahead)
      return (kind === 'word' || kind === 'sign') && found === text
    })
  }

  /** Takes these words or signs where they come next. */
  takes(...texts: readonly string[]): boolean {
    if (!this.sees(...texts)) return false
    this.#index += texts.length
    return true
  }

  expect(...texts: readonly string[]): void {
    if (!this.takes(...texts)) throw this.lost(`«${this.peek().text}» for «${texts.join(' ')}»`)
  }

  name(): string {
    const { kind, text } = this.next()
    if (kind !== 'word') throw this.lost(`«${text}» as a name`)
    return text
  }

  lost(what: string): NotUnderstood {
    return new NotUnderstood(what, this.text)
  }

  /** At least one, between commas. */
  list<T>(one: () => T): T[] {
    const items = [one()]
    while (this.takes(',')) items.push(one())
    return items
  }

  within<T>(what: () => T): T {
    this.expect('(')
    const inner = what()
    this.expect(')')
    return inner
  }
}
