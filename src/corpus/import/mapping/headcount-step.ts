import { readHeadcount } from '../../../lib/headcount-text.ts'
import type { DecimalSign } from '../../../lib/number-text.ts'
import type { Range } from '../../../lib/range-text.ts'
import { mayBeSerialDay } from '../../../lib/serial-day.ts'
import { elementwise, isMissing, MappingError, readMembers, type StepFactory } from './scope.ts'

/**
 * `headcount`: bounds of a text such as `201-500 employees`. `decimal` says how fractions are written. `serial_days:
 * out` is for columns where a spreadsheet turned ranges into days: `45231` is left out, unless `range`, the size of
 * the row in another column, contains it.
 */
export const compileHeadcount: StepFactory = (argument, mappingPath, compiler) => {
  const members =
    argument === undefined ? {} : readMembers(argument, mappingPath, ['decimal', 'serial_days', 'range'])
  const { decimal, serial_days: days, range } = members
  if (decimal !== undefined && decimal !== '.' && decimal !== ',')
    throw new MappingError('expected decimal to be "." or ","', [...mappingPath, 'decimal'])
  if (days !== undefined && days !== 'out')
    throw new MappingError('serial_days is "out"', [...mappingPath, 'serial_days'])
  const readRange = range === undefined ? undefined : compiler.expression(range, [...mappingPath, 'range'])
  return elementwise((value, scope) => {
    const read = readHeadcount(String(value), decimal as DecimalSign | undefined)
    const isInDoubt = read !== undefined && days === 'out' && isDay(read)
    const result = isInDoubt && !isWithin(read, readRange?.(scope)) ? undefined : read
    if (result === undefined) scope.lost?.('headcount', value)
    return result
  })
}

const isDay = ({ gte, lte }: Range): boolean => gte !== null && gte === lte && mayBeSerialDay(gte)

function isWithin({ gte }: Range, size: unknown): boolean {
  const range = isMissing(size) ? undefined : readHeadcount(String(size))
  if (range === undefined || gte === null || range.gte === range.lte) return false
  return gte >= (range.gte ?? 0) && gte <= (range.lte ?? Infinity)
}
