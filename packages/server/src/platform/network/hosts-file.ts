/** The names in the system's hosts file. */
import { readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'

const HOSTS_FILE =
  process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'

type Table = ReadonlyMap<string, readonly string[]>

/** Returns the addresses of a name; the file is read again when it has changed. */
export function readHosts(path = HOSTS_FILE): (name: string) => Promise<readonly string[]> {
  let read: { readonly version: string; readonly table: Table } | undefined
  return async (name) => {
    try {
      const { mtimeMs, size } = await stat(path)
      const version = `${mtimeMs} ${size}`
      if (read?.version !== version)
        read = { version, table: parseHosts(await readFile(path, 'utf8')) }
    } catch {
      // A system may have no such file.
      read = undefined
    }
    return read?.table.get(name) ?? []
  }
}

function parseHosts(text: string): Table {
  const table = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (isIP(address) === 0) continue
    for (const name of names.map((each) => each.toLowerCase())) {
      const known = table.get(name)
      if (known === undefined) table.set(name, [address])
      else known.push(address)
    }
  }
  return table
}
