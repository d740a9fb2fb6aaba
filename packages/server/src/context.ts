import type { Clock } from './clock.ts'
import type { Database, Writer } from './database/database.ts'
import type { Ids } from './ids.ts'
import type { Store } from './stores/store-account.ts'

/** Who asks, and in which mode: every read and write is bound to both. */
export type Caller = { readonly store: Store; readonly sandbox: boolean }

/** What a read needs beside its input. */
export type Reading = { readonly database: Database; readonly clock: Clock }

/** What an operation needs beside its input: one transaction, time and identifiers. */
export type Writing = { readonly writer: Writer; readonly clock: Clock; readonly ids: Ids }
