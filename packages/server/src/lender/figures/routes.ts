import { csvHeaders } from '../../platform/http/csv.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { figures } from './docs.ts'
import { exportFigure, readFigure } from './read-figure.ts'
import { figureView } from './view.ts'

export const figureRoutes = (service: Service): Route[] =>
  figures.flatMap(({ name, permission, doc, file }) => [
    lenderRoute({
      method: 'GET',
      path: `/lender/figures/${name}`,
      permission,
      doc,
      async handle({ caller, query }) {
        const wanted = { name, parameters: query }
        return answer(200, figureView(await readFigure(service, caller, wanted)))
      },
    }),
    lenderRoute({
      method: 'GET',
      path: `/lender/figures/${name}.csv`,
      ...{ permission: 'exports:write', stepUp: true, doc: file },
      async handle({ caller, query, writing, mayStill }) {
        const wanted = { name, parameters: query }
        const content = await exportFigure({ ...service, writing, mayStill }, caller, wanted)
        return { content, headers: csvHeaders(`${name}.csv`) }
      },
    }),
  ])
