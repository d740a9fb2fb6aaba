/** Loaded when the first password is set: no other request needs the list. */

let loaded: ReadonlySet<string> | undefined

/** Whether a password, in lower case, is one of the 49,000 most common. */
export async function commonPasswords(): Promise<(password: string) => boolean> {
  if (loaded === undefined) {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    loaded = new Set(dictionary['passwords-common'])
  }
  const known = loaded
  return (password) => known.has(password)
}
