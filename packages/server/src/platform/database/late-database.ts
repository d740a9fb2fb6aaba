import { Refused } from '../refusal.ts'
import type { Database } from './database.ts'

type LateDatabase = {
  readonly database: Database
  open(database: Database): void
}

/**
 * Represents a database that is still being opened, so that the service listens immediately. Until
 * it is open, every request is refused because the service is starting.
 */
export function lateDatabase(): LateDatabase {
  let opened: Database | undefined
  const now = (): Database => {
    if (opened === undefined) throw new Refused('service_starting')
    return opened
  }
  return {
    database: {
      query: async (text, values) => now().query(text, values),
      lookUp: async (text, values) => now().lookUp(text, values),
      search: async (text, values) => now().search(text, values),
      transaction: async (queue, work, options) => now().transaction(queue, work, options),
      signals: {
        publish: (topic, text) => now().signals.publish(topic, text),
        listen: (topic, listener) => now().signals.listen(topic, listener),
      },
      maintain: async () => now().maintain(),
      usage: () => now().usage(),
      close: async () => opened?.close(),
    },
    open(database) {
      opened = database
    },
  }
}
