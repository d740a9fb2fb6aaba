/** How the widget looks: in the colours of the store's page, whatever its scheme is. */
export const widgetStyle = (brand: string): string => `
*{box-sizing:border-box;margin:0;font:inherit}
.card{display:grid;padding:.9em 1em;border:1px solid var(--${brand}-border,#8888);
border-radius:var(--${brand}-radius,.75em);background:var(--${brand}-background);
line-height:1.45;text-align:start;text-transform:none;white-space:normal}
.card>*{grid-area:1/1;min-width:0;overflow-wrap:anywhere}
.checking .shown{visibility:hidden;transition:visibility 0s .2s}
.ghost,.refused .card,.failed .card{visibility:hidden}
b,th,summary{font-weight:700}
.payment{font-size:1.4em}
.figures,details{font-size:.875em}
summary{padding:.4em 0;cursor:pointer;color:var(--${brand}-accent)}
.law{font-size:max(.75em,12px)}
select{width:100%;min-height:44px;margin-bottom:.6em}
table{width:100%;border-collapse:collapse;margin:.6em 0}
td,th{padding:.3em 0 .3em .5em;border-bottom:1px solid #8886;text-align:end;overflow-wrap:normal}
tr>:first-child{text-align:start;padding-left:0}
.said{position:absolute;clip-path:inset(50%)}`

export const awayStyle = ':host{display:none!important}'
