/**
 * The file of a backup: a line that describes it, the content, and the SHA-256 of both in hex. An
 * altered or truncated file is detected before any of it is used.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncFolder } from '../database/embedded-folder.ts'
import type { Schema } from '../database/schema.ts'

export type BackupHeader = {
  readonly database: 'embedded' | 'postgres'
  /** Of the database when it was made. */
  readonly schema: Schema
  /** ISO 8601. */
  readonly created: string
}

export type BackupReport = {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

const MAGIC = 'store-financing-backup 1 '
const HEADER_MAX = 4_096
/** 64 digits and the end of their line. */
const TRAILER_LENGTH = 65

/**
 * Writes it next to its final path, private, and renames it once it is on disk: the final path
 * never has an incomplete backup. An existing file is not replaced.
 */
export async function writeBackup(
  path: string,
  header: BackupHeader,
  content: AsyncIterable<Uint8Array>,
): Promise<BackupReport> {
  await assertFree(path)
  const aside = `${path}.${process.pid}.partial`
  const file = await open(aside, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    const write = async (chunk: Uint8Array): Promise<void> => {
      hash.update(chunk)
      await file.appendFile(chunk)
    }
    await write(Buffer.from(`${MAGIC}${JSON.stringify(header)}\n`))
    for await (const chunk of content) await write(chunk)
    const sha256 = hash.digest('hex')
    await file.appendFile(`${sha256}\n`)
    await file.sync()
    const { size: bytes } = await file.stat()
    await file.close()
    await rename(aside, path)
    syncFolder(dirname(path))
    return { path, bytes, sha256 }
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(aside, { force: true })
    throw error
  }
}

async function assertFree(path: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (exists) throw new Error(`${path} exists already, and is not replaced`)
}

export type Backup = { readonly header: BackupHeader; content(): Readable }

/** Reads all of it once. Throws a sentence if it is not a backup, or was altered. */
export async function openBackup(path: string): Promise<Backup> {
  const { size } = await stat(path)
  const line = await firstLine(path)
  if (line === undefined) throw new Error(`${path} is no backup of this service`)
  const damaged = new Error(`${path} was cut off or altered: its checksum does not match`)
  const begin = Buffer.byteLength(line) + 1
  const end = size - TRAILER_LENGTH
  if (end < begin) throw damaged
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { end: end - 1 }), hash)
  if (hash.digest('hex') !== (await trailerOf(path, size))) throw damaged
  return {
    // This program wrote it: the checksum proves it.
    header: JSON.parse(line.slice(MAGIC.length)) as BackupHeader,
    content: () =>
      end === begin ? Readable.from([]) : createReadStream(path, { start: begin, end: end - 1 }),
  }
}

/** Undefined if the file begins with something else. */
async function firstLine(path: string): Promise<string | undefined> {
  const text = await textOf(path, 0, HEADER_MAX)
  const end = text.indexOf('\n')
  return text.startsWith(MAGIC) && end > 0 ? text.slice(0, end) : undefined
}

async function trailerOf(path: string, size: number): Promise<string> {
  return (await textOf(path, size - TRAILER_LENGTH, TRAILER_LENGTH)).trimEnd()
}

async function textOf(path: string, position: number, length: number): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
