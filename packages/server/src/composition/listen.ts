import type { HttpServer } from './gate/server.ts'
import { reachable } from './reachable.ts'
import type { Settings } from './settings.ts'

type Places = Pick<Settings, 'host' | 'port' | 'baseUrl' | 'deskAt'>
/** Known once the service listens. */
type Urls = { baseUrl: string; deskUrl: string }

/** Opens the port, and that of the desk; answers where this process reaches the two. */
export async function listen(
  app: Pick<HttpServer, 'listen'>,
  { host, port, baseUrl, deskAt }: Places,
  urls: Urls,
): Promise<{ localUrl: string; localDeskUrl: string }> {
  const localUrl = `http://${reachable(host)}:${await app.listen({ host, port })}`
  urls.baseUrl = baseUrl ?? localUrl
  if (deskAt === undefined) return { localUrl, localDeskUrl: localUrl }
  const localDeskUrl = `http://${reachable(deskAt.host)}:${await app.listen(deskAt, 'desk')}`
  urls.deskUrl = deskAt.url ?? localDeskUrl
  return { localUrl, localDeskUrl }
}
