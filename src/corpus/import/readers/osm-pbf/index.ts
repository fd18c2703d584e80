export { isOsmPbf, osmPbfFromStream, osmPbfRows } from './rows.ts'
