import type { Report } from './results-file.ts'
export const benchImport = (_o: object): Promise<Omit<Report, 'loadBefore'>> =>
  Promise.reject(new Error('later'))
