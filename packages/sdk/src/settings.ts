/** What the script is told: which key, which mode, and by which service. */

export type Settings = {
  /** The service's name: in attributes, media types and messages. */
  readonly brand: string
  /** Where the service answers, without a slash at its end. */
  readonly apiUrl: string
  readonly publicKey: string
  readonly sandbox: boolean
}

/** What a store's page gives, by whatever way, and not checked yet. */
type Given = {
  readonly publicKey: string
  readonly sandbox: unknown
  readonly tag: HTMLScriptElement
}

const YES = /^(true|1|yes)$/i
const NO = /^(false|0|no|)$/i

/** Money is at stake in live mode, and nothing works there with a sandbox key by mistake. */
export function readSandbox(given: unknown, warn: (sentence: string) => void): boolean {
  const text = String(given ?? '').trim()
  if (YES.test(text)) return true
  if (!NO.test(text)) warn(`sandbox is true or false, not "${text}"`)
  return false
}

/**
 * What the script's own tag carries, in its address or as attributes. A module, and a script that
 * a page builder has moved, does not know its tag: then it is the first that carries a key.
 */
export function findTag(brand: string): Given | undefined {
  const attribute = `data-${brand}`
  const others = document.querySelectorAll(`script[${attribute}],script[src*="/${brand}.js"]`)
  for (const each of [document.currentScript, ...others]) {
    if (!each) continue
    // That of an SVG has the attributes as well.
    const tag = each as HTMLScriptElement
    const own = tag.getAttribute(attribute) ?? ''
    // Either the key alone or `public_key: pk_…, sandbox: true`, which is read as a query is.
    const isList = own.includes(':')
    const listed = own
      .replace(/[\s"'{}]/g, '')
      .replace(/:/g, '=')
      .replace(/,/g, '&')
    const query = new URLSearchParams(`${/\?[^#]*/.exec(tag.src) ?? ''}&${listed}`)
    const publicKey = query.get('public-key') || query.get('public_key') || (!isList && own)
    if (!publicKey) continue
    // An attribute without a value is a yes, as in HTML; an empty parameter is a template's no.
    const sandbox = tag.getAttribute('data-sandbox')
    return { publicKey, sandbox: query.get('sandbox') ?? (sandbox === '' || sandbox), tag }
  }
  return undefined
}
