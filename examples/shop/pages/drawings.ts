/** The shop's own drawings, one for each article. */
import { type Html, html } from './html.ts'

const INK = '#22302e'
const STEEL = '#8b9996'

type Point = readonly [x: number, y: number]

const path = (d: string, colour: string, width: number): Html =>
  html`<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"
  stroke-linecap="round" stroke-linejoin="round"/>`

const through = (...points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${x} ${y}`).join('L')}`

function wheel([x, y]: Point, radius: number): Html {
  const spokes = Array.from({ length: 14 }, (_, index) => {
    const angle = (index / 14) * 2 * Math.PI
    const end = (r: number, turn: number): Point => [
      Math.round(x + r * Math.cos(angle + turn)),
      Math.round(y + r * Math.sin(angle + turn)),
    ]
    return through(end(6, 0.9), end(radius - 4, 0))
  })
  return html`${path(spokes.join(''), STEEL, 1)}
<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${INK}" stroke-width="7"/>
<circle cx="${x}" cy="${y}" r="${radius - 6}" fill="none" stroke="#fff"
  stroke-opacity=".7" stroke-width="2"/>
<circle cx="${x}" cy="${y}" r="6" fill="${INK}"/>`
}

function chain([x, y]: Point, [hubX, hubY]: Point, radius: number): Html {
  const run = `M${hubX} ${hubY - 8}L${x} ${y - radius}M${hubX} ${hubY + 8}L${x} ${y + radius}`
  return html`${path(run, INK, 2)}
<circle cx="${x}" cy="${y}" r="${radius}" fill="#fff" fill-opacity=".5"
  stroke="${INK}" stroke-width="4"/>
${path(through([x, y], [x + radius, y + radius + 8]), INK, 5)}
${path(through([x + radius - 9, y + radius + 9], [x + radius + 11, y + radius + 9]), INK, 6)}`
}

const saddle = (x: number, y: number): Html =>
  html`<path d="M${x - 26} ${y - 6}q22 -9 52 0q4 6 -6 8q-26 -2 -34 8q-14 -4 -12 -16z"
  fill="#7a4a2b"/>`

const mudguard = ([x, y]: Point, radius: number, colour: string): Html => {
  const [r, half] = [radius + 10, Math.round((radius + 10) * 0.82)]
  const rise = Math.round(r * 0.57)
  return path(`M${x - half} ${y - rise}A${r} ${r} 0 0 1 ${x + half} ${y - rise}`, colour, 5)
}

function cityBicycle(): Html {
  const [rear, front, bracket]: Point[] = [
    [104, 208],
    [298, 208],
    [186, 212],
  ] as [Point, Point, Point]
  const frame = '#c2452d'
  return html`${wheel(rear, 60)}${wheel(front, 60)}
${mudguard(rear, 60, frame)}${mudguard(front, 60, frame)}
${path('M72 128H158M84 128L104 208', INK, 4)}
${chain(bracket, rear, 17)}
${path('M104 208L186 212L160 116M104 208L164 136', frame, 8)}
${path('M186 212L268 132M168 146L262 116M256 88L272 146Q276 180 298 208', frame, 8)}
${path('M160 116L156 100', STEEL, 6)}${saddle(154, 98)}
${path('M256 88L252 74Q240 66 214 78', INK, 6)}${path('M224 73L212 79', '#7a4a2b', 9)}
${path('M260 102H284M266 128L288 118', INK, 4)}
<path d="M272 76h66l-8 46h-50z" fill="#d9b27c"/>
${path('M270 76h70M276 92h58M279 107h53M290 78l4 42M305 78v44M320 78l-4 42', '#8a6233', 2)}
<circle cx="274" cy="134" r="8" fill="#ffe9a8" stroke="${INK}" stroke-width="3"/>`
}

function cargoBicycle(): Html {
  const frame = '#2f6f73'
  return html`${wheel([76, 218], 50)}${wheel([340, 228], 40)}
${mudguard([76, 218], 50, frame)}
${chain([144, 222], [76, 218], 15)}
${path('M76 218L144 222L124 134M76 218L128 150M144 222L196 132', frame, 8)}
${path('M144 222Q180 244 230 244H300L340 228M190 106L204 160Q214 216 240 244', frame, 8)}
${path('M124 134L120 116', STEEL, 6)}${saddle(118, 114)}
${path('M190 106L186 90Q176 82 152 92', INK, 6)}${path('M162 88L150 93', '#7a4a2b', 9)}
<path d="M206 136L330 124L316 226H224z" fill="#e3c391"/>
<path d="M206 136L330 124L328 140L209 152z" fill="#c99f63"/>
${path('M216 172L322 164M220 196L319 190', '#b98d52', 2)}
<circle cx="246" cy="106" r="17" fill="#f2c9a5"/><path d="M228 104q18 -30 36 0z" fill="#c2452d"/>
<circle cx="292" cy="102" r="15" fill="#d9a77f"/><path d="M276 100q16 -27 32 0z" fill="#e0a02f"/>
<path d="M228 134q18 -24 36 -3zM275 129q17 -22 33 -3z" fill="#40635f"/>`
}

function foldingBicycle(): Html {
  const frame = '#d99a1f'
  return html`${wheel([112, 226], 40)}${wheel([290, 226], 40)}
${mudguard([112, 226], 40, INK)}${mudguard([290, 226], 40, INK)}
${chain([176, 222], [112, 226], 15)}
${path('M112 226L176 222L160 176M112 226L160 186', frame, 7)}
${path('M156 196L268 172', frame, 13)}
${path('M212 178V196', INK, 4)}
${path('M266 156L276 186L290 226', frame, 8)}
${path('M160 176L144 92', STEEL, 7)}${saddle(142, 88)}
${path('M266 156L250 74', STEEL, 7)}${path('M250 74Q242 66 218 74', INK, 6)}
${path('M230 70L216 75', '#7a4a2b', 9)}
<circle cx="280" cy="160" r="7" fill="#ffe9a8" stroke="${INK}" stroke-width="3"/>`
}

function childrenBicycle(): Html {
  const frame = '#3f7f57'
  return html`${wheel([118, 218], 46)}${wheel([282, 218], 46)}
${mudguard([118, 218], 46, '#f0b93a')}${mudguard([282, 218], 46, '#f0b93a')}
${chain([186, 220], [118, 218], 15)}
${path('M118 218L186 220L168 150M118 218L170 164M186 220L254 156', frame, 9)}
${path('M170 166L250 142M246 118L262 168L282 218', frame, 9)}
${path('M168 150L164 136', STEEL, 6)}${saddle(162, 132)}
${path('M246 118L242 100Q228 90 206 104', INK, 6)}${path('M216 98L204 105', '#c2452d', 10)}
${path('M208 106q-12 14 -8 26M206 108q-2 16 4 24', '#c2452d', 2)}
<circle cx="262" cy="106" r="9" fill="#f0b93a" stroke="${INK}" stroke-width="3"/>
${path('M74 218L60 100', INK, 3)}<path d="M60 100l-34 14l38 18z" fill="#c2452d"/>`
}

const helmet = (): Html =>
  html`<path d="M86 206Q80 96 200 90Q318 94 322 196Q322 210 306 208Q270 188 200 190
Q136 190 108 214Q90 222 86 206z"
  fill="#40635f"/>
<path d="M200 90Q318 94 322 196Q322 210 306 208Q270 188 238 191Q262 130 200 90z" fill="#35524f"/>
${path('M132 168Q140 122 180 108M176 164Q180 124 206 106', '#dfe8dc', 9)}
${path('M226 164Q232 130 228 110M270 170Q272 140 256 122', '#dfe8dc', 9)}
${path('M122 206Q140 246 196 262M292 202Q262 248 196 262', INK, 4)}
<rect x="182" y="254" width="30" height="16" rx="5" fill="${INK}"/>
<rect x="300" y="176" width="14" height="20" rx="5" fill="#e2573c"/>`

const pannier = (): Html =>
  html`<path d="M128 118H276L292 250Q292 264 278 264H124Q110 264 112 250z" fill="#d9822b"/>
<path d="M128 118H276L280 152H124z" fill="#b7681c"/>
<path d="M142 74Q202 60 262 74L276 118H128z" fill="#e29a4b"/>
${path('M146 92Q202 80 258 92', '#b7681c', 4)}
${path('M170 118V206M234 118V206', INK, 7)}
<rect x="160" y="182" width="20" height="26" rx="4" fill="${INK}"/>
<rect x="224" y="182" width="20" height="26" rx="4" fill="${INK}"/>
<circle cx="202" cy="228" r="11" fill="#fff" fill-opacity=".85"/>
${path('M142 74Q120 120 88 132', INK, 5)}`

const drawings = new Map<string, readonly [ground: string, draw: () => Html]>([
  ['city-bicycle', ['#f3dfd3', cityBicycle]],
  ['cargo-bicycle-long', ['#d5e6e4', cargoBicycle]],
  ['folding-bicycle', ['#f4e8c8', foldingBicycle]],
  ['children-bicycle', ['#dcead8', childrenBicycle]],
  ['helmet', ['#e3e7dd', helmet]],
  ['pannier', ['#f6e3cd', pannier]],
])

/** The drawing of an article as a file; undefined where there is none. */
export function drawingOf(articleId: string): string | undefined {
  const [ground, draw] = drawings.get(articleId) ?? []
  if (ground === undefined || draw === undefined) return undefined
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">
<rect width="400" height="300" fill="${ground}"/>
<circle cx="200" cy="150" r="122" fill="#fff" fill-opacity=".45"/>
<ellipse cx="200" cy="274" rx="150" ry="7" fill="${INK}" fill-opacity=".12"/>
${draw()}
</svg>`.text
}
