/**
 * A request as a program that sends it, in the languages that stores use: for the reference pages,
 * and for other places that show how to call the service. Only the standard library of each
 * language is used.
 */

export const sampleLanguages = ['curl', 'TypeScript', 'PHP', 'Python'] as const
export type SampleLanguage = (typeof sampleLanguages)[number]

export type SampleRequest = {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON; undefined: no body. */
  readonly body?: unknown
}

export function sampleOf(language: SampleLanguage, request: SampleRequest): string {
  const { body, headers } = request
  const all = body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' }
  return WRITERS[language]({ ...request, headers: all })
}

type Writer = (request: SampleRequest) => string

const WRITERS: Readonly<Record<SampleLanguage, Writer>> = {
  curl({ method, url, headers, body }) {
    const lines = [
      `curl --request ${method} ${shellText(url)}`,
      ...Object.entries(headers).map(([name, value]) => {
        return `  --header ${shellText(`${name}: ${value}`)}`
      }),
      ...(body === undefined ? [] : [`  --data ${shellText(JSON.stringify(body, null, 2))}`]),
    ]
    return lines.join(' \\\n')
  },
  TypeScript({ method, url, headers, body }) {
    const sent = body === undefined ? [] : [`  body: JSON.stringify(${written(body, JS, 1)}),`]
    return [
      `const response = await fetch(${JS.text(url)}, {`,
      `  method: ${JS.text(method)},`,
      `  headers: ${written(headers, JS, 1)},`,
      ...sent,
      '})',
      'console.log(response.status, await response.text())',
    ].join('\n')
  },
  PHP({ method, url, headers, body }) {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const sent =
      body === undefined ? [] : [`    'content' => json_encode(${written(body, PHP, 1)}),`]
    return [
      '<?php',
      "$context = stream_context_create(['http' => [",
      `    'method' => ${PHP.text(method)},`,
      `    'header' => ${written(lines, PHP, 1)},`,
      ...sent,
      "    'ignore_errors' => true,",
      ']]);',
      `$answer = file_get_contents(${PHP.text(url)}, false, $context);`,
      'echo $http_response_header[0], "\\n", $answer, "\\n";',
    ].join('\n')
  },
  Python({ method, url, headers, body }) {
    const sent =
      body === undefined ? [] : [`    data=json.dumps(${written(body, PYTHON, 1)}).encode(),`]
    return [
      ...(body === undefined ? [] : ['import json']),
      'from urllib.request import Request, urlopen',
      '',
      'request = Request(',
      `    ${PYTHON.text(url)},`,
      `    method=${PYTHON.text(method)},`,
      `    headers=${written(headers, PYTHON, 1)},`,
      ...sent,
      ')',
      'with urlopen(request) as response:',
      '    print(response.status, response.read().decode())',
    ].join('\n')
  },
}

/** Between single quotes a shell takes everything literally, except such a quote. */
const shellText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** How a language writes values; JSON texts are valid in TypeScript and Python as well. */
type Notation = {
  text(value: string): string
  /** For `true`, `false` and `null`. */
  readonly plain: Readonly<Record<string, string>>
  readonly list: readonly [open: string, close: string]
  readonly object: readonly [open: string, close: string]
  readonly between: string
  readonly emptyObject: string
  readonly indent: string
}

const JS: Notation = {
  text: (value) => JSON.stringify(value),
  plain: { true: 'true', false: 'false', null: 'null' },
  list: ['[', ']'],
  object: ['{', '}'],
  between: ': ',
  emptyObject: '{}',
  indent: '  ',
}
const PYTHON: Notation = {
  ...JS,
  plain: { true: 'True', false: 'False', null: 'None' },
  indent: '    ',
}
const PHP: Notation = {
  ...JS,
  text: (value) => `'${value.replace(/[\\']/g, '\\$&')}'`,
  object: ['[', ']'],
  between: ' => ',
  emptyObject: 'new stdClass()',
  indent: '    ',
}

/** A value as code, indented by `depth` levels. */
function written(value: unknown, notation: Notation, depth: number): string {
  const { text, plain, list, object, between, emptyObject, indent } = notation
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) {
    const name = String(value)
    return plain[name] ?? name
  }
  const items = Array.isArray(value)
    ? value.map((each) => written(each, notation, depth + 1))
    : Object.entries(value).map(
        ([name, each]) => text(name) + between + written(each, notation, depth + 1),
      )
  const [open, close] = Array.isArray(value) ? list : object
  if (items.length === 0) return Array.isArray(value) ? open + close : emptyObject
  const inner = items.map((item) => `${indent.repeat(depth + 1)}${item},\n`).join('')
  return `${open}\n${inner}${indent.repeat(depth)}${close}`
}
