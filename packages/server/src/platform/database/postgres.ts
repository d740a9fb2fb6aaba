import { currentParty } from '../turns/party.ts'
import { createTurns } from '../turns/turns.ts'
import { clientConfig, openClient } from './client.ts'
import type { Connection, Engine } from './database.ts'
import { asConnectionLost, ConnectionLost } from './failure.ts'
import { createHosts } from './hosts.ts'
import { checkPooling, checkRole } from './pooling.ts'
import { createPools, type Member } from './pools.ts'
import { parseServerUrl, type SessionKind } from './server-url.ts'
import { EXCHANGE_MS_MAX } from './session.ts'
import { openSignals } from './signals.ts'

/** The time limit for connecting; with several hosts each has a part of it. */
const CONNECT_MS_MAX = 5_000
const CONNECT_ONE_OF_MS_MAX = 3_000
const WAIT_MS_MAX = 5_000
/**
 * The most connections that one store may use at once: a server with a few processors is not faster
 * with more, but others wait longer for each statement.
 */
const PARTY_SHARE = 0.25

type PostgresOptions = {
  readonly url: string
  /** The kind of server, if the URL does not say. */
  readonly standard?: SessionKind
  /** False behind a transaction pooler (decision 0093). */
  readonly keepsSession?: boolean
  readonly connectionsMax: number
  readonly onLost: (error: Error) => void
}

type PostgresEngine = Engine & {
  /** Throws while no server is acceptable. */
  check(): Promise<void>
}

/** A PostgreSQL server, or the right one of several, with a pool of connections. */
export function openPostgres(options: PostgresOptions): PostgresEngine {
  const { url, standard, keepsSession = true, connectionsMax, onLost } = options
  const parsed = parseServerUrl(url, standard)
  if ('fault' in parsed) throw new Error(`the address of the database ${parsed.fault}`)
  const { urls, sessions } = parsed
  const wish = { wanted: sessions, keepsSession }
  const connectMsMax = urls.length === 1 ? CONNECT_MS_MAX : CONNECT_ONE_OF_MS_MAX
  const configs = new Map(urls.map((one) => [one, clientConfig(one, connectMsMax)]))
  const open = (one: string) => openClient(configs.get(one) ?? {}, wish)
  const hosts = createHosts(urls, async (one) => {
    const { client } = await open(one)
    await client.end()
  })
  const pools = createPools({ wish, connectMsMax, connectionsMax, onLost })
  // A pool would serve in order of arrival: a store with many requests would occupy it.
  const turns = createTurns({
    places: connectionsMax,
    eachMax: Math.ceil(connectionsMax * PARTY_SHARE),
    waitMsMax: WAIT_MS_MAX,
    late: () => new ConnectionLost('all connections are in use'),
  })
  const taken = new WeakMap<Connection, { readonly member: Member; readonly party: string }>()

  async function onCurrent<T>(connect: (one: string) => Promise<T>): Promise<T> {
    const one = await hosts.current()
    try {
      return await connect(one)
    } catch (error) {
      hosts.doubt(one)
      throw asConnectionLost(error)
    }
  }

  const signals = openSignals(() => onCurrent(open), onLost)
  return {
    kind: 'postgres',
    signals,
    check: () => (keepsSession ? checkPooling : checkRole)(() => onCurrent(open)),
    async connect(msMax = EXCHANGE_MS_MAX) {
      const party = currentParty()
      await turns.take(party)
      try {
        const member = await onCurrent(pools.take)
        taken.set(member.session, { member, party })
        member.session.msMax = msMax
        return member.session
      } catch (error) {
        turns.give(party)
        throw error
      }
    },
    release(connection, broken) {
      const holder = taken.get(connection)
      if (holder === undefined) return
      const { member, party } = holder
      if (broken) hosts.doubt(member.url)
      pools.release(member, broken)
      turns.give(party)
    },
    usage: turns.usage,
    async close() {
      await signals.close()
      await pools.close()
    },
  }
}
