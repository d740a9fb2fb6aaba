/** OpenAPI descriptions of the routes in this folder. */
import {
  ApprovalsFigure,
  CashFigure,
  CsvAnswer,
  DecisionsFigure,
  ExposureFigure,
  figureQuery,
  IncomeFigure,
  LossesFigure,
  PayoutsFigure,
  PortfolioFigure,
  presentFigureQuery,
  RefusalsFigure,
  RollsFigure,
  SettlementsFigure,
  VintagesFigure,
  VolumeFigure,
} from '@svc/api'
import type { TSchema } from 'typebox'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { definitionOf, type FigureName, figureNames } from './definitions.ts'

const answers: Readonly<Record<FigureName, TSchema & { readonly description?: string }>> = {
  volume: VolumeFigure,
  decisions: DecisionsFigure,
  refusals: RefusalsFigure,
  settlements: SettlementsFigure,
  portfolio: PortfolioFigure,
  rolls: RollsFigure,
  vintages: VintagesFigure,
  exposure: ExposureFigure,
  cash: CashFigure,
  payouts: PayoutsFigure,
  income: IncomeFigure,
  losses: LossesFigure,
  approvals: ApprovalsFigure,
}

const errors = ['query_invalid', 'store_not_found'] as const
const capital = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
const queryOf = (name: FigureName) =>
  definitionOf(name).kind === 'present' ? presentFigureQuery : figureQuery

const getFigure = (name: FigureName): RouteDoc => ({
  operation: `get${capital(name)}Figure`,
  summary: (answers[name].description ?? name).replace(/\.$/, ''),
  answers: { 200: answers[name] },
  errors,
  query: queryOf(name),
})

const exportFigure = (name: FigureName): RouteDoc => ({
  operation: `export${capital(name)}Figure`,
  summary: 'Export the figure: CSV, UTF-8',
  answers: { 200: CsvAnswer },
  mediaType: 'text/csv',
  errors,
  query: queryOf(name),
})

/** Each figure, the permission to read it, and the descriptions of it and of its file. */
export const figures = figureNames.map((name) => ({
  name,
  permission: definitionOf(name).permission,
  doc: getFigure(name),
  file: exportFigure(name),
}))
