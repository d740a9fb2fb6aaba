/** What the house is about, in figures: charts, and what the first page shows of it. */
export { Screen as Figures } from './figures/figures.tsx'
export { Glance } from './home/glance.tsx'
export { News } from './home/news.tsx'
