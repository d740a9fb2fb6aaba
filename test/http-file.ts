/**
 * Requests in the format that editors know (`.http`): `### title`, `# @name`, a first line,
 * headers, a body; `{{variables}}`. Read as far as our examples need it.
 */
export type HttpRequest = {
  readonly title: string
  /** Under which later requests refer to the answer. */
  readonly name: string | undefined
  /** From the line `# expect 201`. */
  readonly expected: number
  readonly method: string
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Answers the value of a variable. */
type Variables = (name: string) => string | undefined

export function readHttpFile(text: string): HttpRequest[] {
  const [, ...parts] = text.split(/^### /m)
  return parts.map(readRequest)
}

function readRequest(text: string): HttpRequest {
  const [title = '', ...lines] = text.trimEnd().split('\n')
  const comments = lines.filter((line) => line.startsWith('#'))
  const said = (pattern: RegExp) =>
    comments.map((line) => pattern.exec(line)?.[1]).find((match) => match !== undefined)
  const rest = lines.filter((line) => !line.startsWith('#'))
  const blank = rest.indexOf('')
  const head = blank < 0 ? rest : rest.slice(0, blank)
  const [method = '', address = ''] = (head[0] ?? '').split(' ')
  const headers = head.slice(1).map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return {
    title,
    name: said(/^# @name (\w+)$/),
    expected: Number(said(/^# expect (\d{3})$/)),
    method,
    address,
    headers: Object.fromEntries(headers),
    body: blank < 0 ? undefined : rest.slice(blank + 1).join('\n'),
  }
}

/** `@name = value` at the top of a file. */
export function variablesOf(text: string): Record<string, string> {
  const match = [...text.matchAll(/^@(\w+) = (.+)$/gm)]
  return Object.fromEntries(match.map(([, name = '', value = '']) => [name, value]))
}

/** Throws where a variable has no value. */
export function filledIn(text: string, variables: Variables): string {
  return text.replace(/\{\{([^}]+)\}\}/g, (whole, name: string) => {
    const value = variables(name)
    if (value === undefined) throw new Error(`${whole} has no value`)
    return value
  })
}
