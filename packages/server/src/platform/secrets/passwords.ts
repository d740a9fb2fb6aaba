/**
 * Passwords at rest: argon2id by Node's own crypto (decision 0114), as a PHC string that names its
 * parameters. A hash occupies a thread of the pool that file and name look-ups use too: two at a
 * time leave half of it.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refused } from '../refusal.ts'
import { createTurns } from '../turns/turns.ts'

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number }

/** OWASP's, of 2025: 19 MiB. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const AT_ONCE = 2
const WAIT_MS_MAX = 5_000
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/

const derive = promisify(argon2)
const turns = createTurns({
  places: AT_ONCE,
  waitMsMax: WAIT_MS_MAX,
  late: () => new Refused('sign_in_slowed', { values: { seconds: 1 } }),
})
/** Compared if there is no password, so that the answer takes as long. */
const NOBODYS = phcOf(COST, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES))

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return phcOf(COST, salt, await hashOf(password, salt, COST))
}

/** Whether the password is right; `phc` absent: nobody's, and the answer takes as long. */
export async function verifyPassword(password: string, phc: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = PHC.exec(phc ?? NOBODYS) ?? []
  if (hash === '') throw new Error('a stored password is no PHC string of argon2id')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const derived = await hashOf(password, Buffer.from(salt, 'base64'), cost)
  return timingSafeEqual(derived, Buffer.from(hash, 'base64')) && phc !== undefined
}

async function hashOf(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  const party = 'passwords'
  await turns.take(party)
  try {
    // However a keyboard composes a letter.
    const message = password.normalize('NFKC')
    return await derive('argon2id', { ...cost, message, nonce, tagLength: HASH_BYTES })
  } finally {
    turns.give(party)
  }
}

function phcOf({ memory, passes, parallelism }: Cost, salt: Buffer, hash: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(hash)}`
}
