/**
 * The shared token that receivers without a signature check compare (contract §6): sent as a header
 * and in the address, stored nowhere else.
 */

type Delivery = { readonly url: string; readonly headers: Readonly<Record<string, string>> }

/** The address as the store wrote it, with the token behind its query, and the header. */
export function withToken(url: string, token: string): Delivery {
  return { url: addressWith(url, token), headers: { authorization: `Bearer ${token}` } }
}

/** The store's address is not rewritten: changing its query could change its meaning. */
function addressWith(url: string, token: string): string {
  const [, address = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? []
  const joint = query === '' ? '?' : /[?&]$/.test(query) ? '' : '&'
  return `${address}${query}${joint}access_token=${encodeURIComponent(token)}${fragment}`
}

/** A receiver's answer, or a failure, without the token that was sent. */
export function withoutToken(text: string, token: string): string {
  const forms = [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)]
  return forms.reduce((left, form) => left.replaceAll(form, '[token]'), text)
}
