/**
 * How the widget looks. Text, lines and fields take the colours of the store's page, whatever its
 * scheme is.
 */
export const widgetStyle = (brand: string): string => `
:host{display:grid}
*{box-sizing:border-box;margin:0;font:inherit}
.card{display:grid;padding:.9em 1em;border:1px solid var(--${brand}-border,#8888);
border-radius:var(--${brand}-radius,.75em);background:var(--${brand}-background);
line-height:1.45;text-align:start;text-transform:none;white-space:normal;letter-spacing:normal}
.shown,.ghost{grid-area:1/1;min-width:0;overflow-wrap:anywhere}
.ghost,.checking .shown,.refused .card,.failed .card{visibility:hidden}
.checking .ghost{visibility:visible;animation:late .2s step-end;-webkit-text-fill-color:#0000}
.checking .shown{animation:stay .2s step-end}
.ghost p{background:#8883;border-radius:4px;width:fit-content}
.ghost summary,.away{display:none}
b{font-weight:700}
.headline{font-size:1.06em}
.payment{font-size:1.25em}
.figures,details{font-size:.875em;font-variant-numeric:tabular-nums}
.figures span{display:inline-block;margin-inline-end:1em}
summary{padding:.3em 0;cursor:pointer;font-weight:600;color:var(--${brand}-accent)}
.law{font-size:max(.75em,12px)}
select{width:100%;min-height:44px;margin:.3em 0;color:FieldText;background:Field}
table{width:100%;border-collapse:collapse;margin-bottom:1em}
th,td{padding:.3em 0;border-bottom:1px solid #8886;text-align:end}
th:first-child{text-align:start}
.said{position:absolute;clip-path:inset(50%)}
@keyframes late{0%{visibility:hidden}}
@keyframes stay{0%{visibility:visible}}`
