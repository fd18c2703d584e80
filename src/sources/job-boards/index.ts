export { boardNameOf, boardSystems, boardUrl, readBoard, type BoardAddress } from './board-address.ts'
export {
  askBoard,
  boardSource,
  maxBoardBytes,
  noBoardStatuses,
  ofOneBoard,
  type BoardAnswer,
  type PostingLine,
} from './board-source.ts'
export { inTurns } from './in-turns.ts'
export { maxPostings } from '../max-postings.ts'
export { postingLine, readPeriod, type Pay } from './posting-line.ts'
export { idOfNode, isOver, openingOfNode } from './posting-node.ts'
