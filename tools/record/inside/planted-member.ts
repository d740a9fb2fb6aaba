/** Renames a member of one answer on its way out: a change of the wire, which must be found. */
import { ServerResponse } from 'node:http'

const { end } = ServerResponse.prototype
type Write = (this: ServerResponse, ...given: unknown[]) => ServerResponse

/** Of the same length, so that the headers that are sent already stay true. */
const planted = (text: string): string => text.replace('"status"', '"statuz"')

ServerResponse.prototype.end = function (this: ServerResponse, ...given: unknown[]) {
  const [body, ...more] = given
  const isHealth = this.req.url === '/healthz' && typeof body === 'string'
  return (end as Write).apply(this, [isHealth ? planted(body) : body, ...more])
} as typeof end
