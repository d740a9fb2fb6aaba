/** Markup as a template: whatever is put into it is text, unless it is such a template itself. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[]

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const rest = strings.slice(1).map((string, index) => textOf(parts[index]) + string)
  return new Html(strings[0] + rest.join(''))
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text
  if (part === undefined || part === null || part === false) return ''
  if (typeof part !== 'object') return escapeText(String(part))
  return part.map(textOf).join('')
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}
