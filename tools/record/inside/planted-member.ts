/** Renames a member of one answer when it is sent: a change of the wire that must be detected. */
import { ServerResponse } from 'node:http'

const { end } = ServerResponse.prototype
type Write = (this: ServerResponse, ...given: unknown[]) => ServerResponse

/** Of the same length, so that headers that were already sent stay valid. */
const planted = (text: string): string => text.replace('"status"', '"statuz"')

ServerResponse.prototype.end = function (this: ServerResponse, ...given: unknown[]) {
  const [body, ...more] = given
  const isHealth = this.req.url === '/healthz' && typeof body === 'string'
  return (end as Write).apply(this, [isHealth ? planted(body) : body, ...more])
} as typeof end
