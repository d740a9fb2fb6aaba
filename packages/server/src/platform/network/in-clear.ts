const HERE = /^(localhost|127\.[0-9.]+|\[::1\])$/

/** Whether others could read the messages: the URL is not https, and leaves this machine. */
export function leavesInClear({ protocol, hostname }: URL): boolean {
  return protocol !== 'https:' && !(protocol === 'http:' && HERE.test(hostname))
}
