/**
 * Good Friday of the year of a date, by Gauss's Easter rule with its numbers for 1900 to 2099 and
 * its two exceptions.
 */
const goodFriday = (at: string): string => `(
  SELECT make_date(s.year, 3, 20) + s.d + s.e
    - CASE WHEN s.e = 6 AND (s.d = 29 OR s.d = 28 AND s.year % 19 > 10) THEN 7 ELSE 0 END
  FROM (SELECT r.year, r.d, (2 * (r.year % 4) + 4 * (r.year % 7) + 6 * r.d + 5) % 7 AS e
    FROM (SELECT q.year, (19 * (q.year % 19) + 24) % 30 AS d
      FROM (SELECT extract(year FROM ${at})::int AS year) q) r) s)`

/** SQL: whether a date is a weekend or one of Spain's national holidays. */
export const isRestDay = (at: string): string => `(extract(isodow FROM ${at}) > 5
  OR to_char(${at}, 'MM-DD') IN
    ('01-01', '01-06', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25')
  OR extract(isodow FROM ${at}) = 5 AND extract(month FROM ${at}) IN (3, 4)
    AND ${at} = ${goodFriday(at)})`
