import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { codeOf } from '../narrow.ts'

const BYTES_MAX = 65_536
const READABLE_BY_OTHERS = 0o004

type SecretFile =
  | { readonly text: string; readonly warning: string | undefined }
  | { readonly fault: string }

/**
 * The content of a file with a secret, without the line end that editors add. A file that every
 * user can read is a warning, not an error: containers mount secrets like this.
 */
export function readSecretFile(path: string): SecretFile {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    return { fault: `cannot be read: ${codeOf(error)}` }
  }
  try {
    const stat = fstatSync(file)
    if (!stat.isFile()) return { fault: 'is no file' }
    if (stat.size > BYTES_MAX) return { fault: `has more than ${BYTES_MAX} bytes` }
    const open = process.platform !== 'win32' && (stat.mode & READABLE_BY_OTHERS) !== 0
    const warning = open ? 'can be read by every user of this machine: chmod o-r' : undefined
    return { text: readFileSync(file, 'utf8').replace(/\r?\n$/, ''), warning }
  } catch (error) {
    return { fault: `cannot be read: ${codeOf(error)}` }
  } finally {
    closeSync(file)
  }
}
