/** Charts: the screen of figures, and those of the home page. */
export { Screen as Figures } from './figures/figures.tsx'
export { Glance } from './home/glance.tsx'
export { News } from './home/news.tsx'
