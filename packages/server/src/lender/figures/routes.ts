import { fileRoute } from '../../tenancy/caller/list-route.ts'
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
    fileRoute({
      path: `/lender/figures/${name}.csv`,
      doc: file,
      read: ({ caller, query, writing, mayStill }) =>
        exportFigure({ ...service, writing, mayStill }, caller, { name, parameters: query }),
    }),
  ])
