export { parseQuestion } from './parse/parse-question.ts'
