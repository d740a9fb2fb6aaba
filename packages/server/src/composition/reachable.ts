/** An address under which this process reaches itself. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return hostInUrl(host)
}

export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
