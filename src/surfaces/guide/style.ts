/** Styles of the guide: colours of the console, one column on a telephone, dark where the system is. */
export const guideStyle = `
:root { color-scheme: light dark;
  --ground: light-dark(#fbfbfd, #14161b); --panel: light-dark(#fff, #1b1e25); --sunk: light-dark(#f1f2f6, #22262f);
  --ink: light-dark(#1c2230, #e4e7ee); --soft: light-dark(#5a6274, #a3abbd); --line: light-dark(#dcdfe7, #333947);
  --action: light-dark(#2450d6, #8aa8ff); --mark: light-dark(#fff0b3, #5c4a00); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
a { color: var(--action); }
:focus-visible { outline: 2px solid var(--action); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 8px; top: 8px; background: var(--panel); padding: 4px 8px; z-index: 2; }
header { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; padding: 10px 24px; background: var(--panel);
  border-bottom: 1px solid var(--line); position: sticky; top: 0; z-index: 1; }
header .home { font-weight: 600; color: var(--ink); text-decoration: none; }
header form { display: flex; gap: 8px; flex: 1 1 220px; max-width: 460px; margin-left: auto; }
input, button { font: inherit; color: inherit; background: var(--panel); border: 1px solid light-dark(#8a90a0, #6b7385);
  border-radius: 6px; padding: 4px 10px; min-height: 32px; }
input { flex: 1; min-width: 0; }
button { cursor: pointer; }
.columns { display: grid; grid-template-columns: 230px minmax(0, 1fr) 200px; gap: 32px; max-width: 1320px; margin: 0 auto;
  padding: 0 24px 64px; }
nav.pages, nav.outline { position: sticky; top: 58px; align-self: start; max-height: calc(100vh - 70px); overflow-y: auto;
  padding: 20px 4px; font-size: 14px; line-height: 20px; }
nav h2 { font-size: 12px; line-height: 16px; font-weight: 600; color: var(--soft); margin: 16px 0 4px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: 2px 8px; color: inherit; text-decoration: none; border-radius: 4px; }
nav li a:hover { background: var(--sunk); }
nav li a[aria-current] { background: var(--sunk); color: var(--action); font-weight: 600; }
main { padding: 24px 0; min-width: 0; }
article { max-width: 76ch; overflow-wrap: anywhere; }
h1 { font-size: 28px; line-height: 36px; margin: 0 0 16px; }
article h2 { font-size: 20px; line-height: 28px; margin: 36px 0 8px; padding-top: 12px; border-top: 1px solid var(--line); }
article h3 { font-size: 16px; margin: 24px 0 4px; }
article :is(h2, h3, h4) { scroll-margin-top: 64px; }
code, pre { font-family: ui-monospace, monospace; font-size: .875em; background: var(--sunk); border-radius: 4px; }
code { padding: .1em .3em; }
pre { padding: 12px 16px; overflow-x: auto; line-height: 1.5; border: 1px solid var(--line); border-radius: 8px; }
pre code { padding: 0; background: none; font-size: 1em; overflow-wrap: normal; }
.wide { overflow-x: auto; margin: 16px 0; }
table { border-collapse: collapse; font-size: 14px; line-height: 20px; overflow-wrap: normal; }
th, td { text-align: left; vertical-align: top; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); }
img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px; }
.neighbours { display: flex; justify-content: space-between; gap: 16px; margin-top: 48px; }
.neighbours a { padding: 8px 12px; border: 1px solid var(--line); border-radius: 6px; text-decoration: none; }
.neighbours a[rel=next] { margin-left: auto; }
.matches { padding: 0; list-style: none; }
.matches p { margin: 0 0 16px; color: var(--soft); font-size: 14px; }
.matches small { color: var(--soft); margin-left: 8px; }
mark { background: var(--mark); color: inherit; border-radius: 2px; }
@media (max-width: 1100px) { .columns { grid-template-columns: 210px minmax(0, 1fr); } nav.outline { display: none; } }
@media (max-width: 760px) {
  header { position: static; padding: 10px 16px; } header form { order: 9; flex-basis: 100%; max-width: none; }
  .columns { display: flex; flex-direction: column; padding: 0 16px 40px; gap: 0; }
  nav.pages { order: 2; position: static; max-height: none; border-top: 1px solid var(--line); width: 100%; }
  nav li a { padding: 6px 8px; } main { width: 100%; }
}
@media (min-width: 1101px) { .columns:not(:has(nav.outline)) { grid-template-columns: 230px minmax(0, 1fr); } .columns:not(:has(nav.outline)) article { max-width: 96ch; } }
@media print { header, nav { display: none; } .columns { display: block; } }
`
