export { openFigures, type Figures, type KindFigures, type MemberFill } from './open-figures.ts'
