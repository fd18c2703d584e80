import type { Report } from './results-file.ts'
export const benchHttp = (_o: object): Promise<Omit<Report, 'loadBefore'>> =>
  Promise.reject(new Error('later'))
