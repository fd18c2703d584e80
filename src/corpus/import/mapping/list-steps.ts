import { compareValues } from '../../../lib/compare.ts'
import { listTenures, type Experience } from '../../records/index.ts'
import { buildCareer } from './career.ts'
import { compilePath } from './source-path.ts'
import {
  elementwise,
  isMissing,
  MappingError,
  textArgument,
  type Compiler,
  type MappingPath,
  type MappingStep,
  type StepFactory,
} from './scope.ts'

export const listSteps: Record<string, StepFactory> = {
  split: (argument, mappingPath) => {
    const separator = textArgument(argument, mappingPath)
    return elementwise((value) => {
      const parts = String(value).split(separator)
      return parts.map((part) => part.trim()).filter((part) => part !== '')
    })
  },
  join: (argument, mappingPath) => {
    if (typeof argument !== 'string') throw new MappingError('expected a text', mappingPath)
    return (value) => (Array.isArray(value) ? value.join(argument) : value)
  },
  item: (argument, mappingPath) => {
    if (!Number.isInteger(argument))
      throw new MappingError('expected a whole number; -1 is the last', mappingPath)
    return (value) => asList(value).at(argument as number)
  },
  take: (argument, mappingPath) => {
    if (!Number.isInteger(argument) || (argument as number) < 1)
      throw new MappingError('expected a number from 1', mappingPath)
    return (value) => asList(value).slice(0, argument as number)
  },
  unique: nothing((value) => unique(asList(value))),
  count: nothing((value) => asList(value).length),
  min: nothing((value) => asList(value).reduce((a, b) => (order(a, b) <= 0 ? a : b))),
  max: nothing((value) => asList(value).reduce((a, b) => (order(a, b) >= 0 ? a : b))),
  sort: compileSort,
  where: (argument, mappingPath, compiler) => {
    const check = compiler.condition(argument, mappingPath)
    return (value, scope) => asList(value).filter((item, index) => check({ ...scope, item, index }))
  },
  each: compileEach,
  career: nothing((value) => buildCareer(asList(value) as Partial<Experience>[])),
  tenures: nothing((value, asOf) =>
    listTenures(
      asList(value).map((entry) => completeEnough(entry)),
      asOf,
    ),
  ),
}

/** A step without an argument. */
function nothing(apply: (value: unknown, asOf: string) => unknown): StepFactory {
  return (argument, mappingPath) => {
    if (argument !== undefined && argument !== null)
      throw new MappingError('this step takes no argument', mappingPath)
    return (value, scope) => apply(value, scope.asOf)
  }
}

/** `sort: path`, `sort: -path` for the largest first, `sort: .` for the entries themselves. Missing ones come last. */
function compileSort(argument: unknown, mappingPath: MappingPath): MappingStep {
  const text = textArgument(argument, mappingPath)
  const sign = text.startsWith('-') ? -1 : 1
  const key = compilePath(text.replace(/^-/, ''), mappingPath)
  return (value, scope) => {
    const keyed = asList(value).map((item) => ({ item, key: key({ ...scope, item }) }))
    keyed.sort((a, b) => {
      if (isMissing(a.key) || isMissing(b.key)) return Number(isMissing(a.key)) - Number(isMissing(b.key))
      return sign * order(a.key, b.key)
    })
    return keyed.map(({ item }) => item)
  }
}

/** `each: {member: expression}` makes an object of every entry, `each: {…source…}` is not needed: paths map lists. */
function compileEach(argument: unknown, mappingPath: MappingPath, compiler: Compiler): MappingStep {
  const evaluate = compiler.expression({ object: argument }, mappingPath)
  return (value, scope) => asList(value).flatMap((item, index) => evaluate({ ...scope, item, index }) ?? [])
}

function unique(values: unknown[]): unknown[] {
  const byKey = new Map(values.map((value) => [makeKey(value), value]).reverse() as [string, unknown][])
  return [...byKey.values()].reverse()
}

function makeKey(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value)
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}

function order(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return compareValues(String(a), String(b))
}

/** `listTenures` compares with null, which members that were left out are not. */
function completeEnough(entry: unknown): Experience {
  const employer = { pnet_company_id: null, company_name: null, company_domain: null }
  const emptyPosition = { start_date: null, end_date: null, title: null, locality: null, is_current: null }
  return { ...employer, ...emptyPosition, ...(entry as object) } as Experience
}
