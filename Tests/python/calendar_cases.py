"""Writes calculations with dates, times, working days and zones, each with the answer of Python's own libraries.

    calendar_cases.py --seed 1 --count 20000

A line is an operation, its arguments and the answer, with tabs between them; `-` is no answer. First stand calendars that working days
are counted by, with their number, days of the week that are free, holidays and yearly holidays. The answers come from `datetime`,
`fractions`, `dateutil.relativedelta`, `numpy.busday_*`, and `zoneinfo` over the package `tzdata`. Beside so many cases there is one
for each zone with all its rules. CalendarComparisonTests holds what Truths says to them.
"""

import argparse
import calendar
import datetime
import fractions
import json
import random
import re
import struct
import sys
import zoneinfo

import importlib.resources

import numpy
from dateutil.relativedelta import relativedelta

# No zones of the system's: only those of the package.
zoneinfo.reset_tzpath(to=[])

NONE = "-"
DAY = 86_400
UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=UTC)
END = 253_402_300_799
MILLISECOND = datetime.timedelta(milliseconds=1)
FIRST = datetime.date(1, 1, 1).toordinal()
LAST = datetime.date(9999, 12, 31).toordinal()
LIMIT = 10**15


# Values in their written form


def written_moment(moment):
    text = moment.strftime("%m-%dT%H:%M:%S")
    thousandths = moment.microsecond // 1000
    return f"{moment.year:04}-{text}" + (f".{thousandths:03}" if thousandths else "") + "Z"


def written_time(time):
    thousandths = time.microsecond // 1000
    return f"{time.hour:02}:{time.minute:02}:{time.second:02}" + (f".{thousandths:03}" if thousandths else "")


def written_duration(milliseconds):
    if abs(milliseconds) >= LIMIT:
        return NONE
    if milliseconds == 0:
        return "PT0S"
    sign = "-" if milliseconds < 0 else ""
    seconds, thousandths = divmod(abs(milliseconds), 1000)
    days, seconds = divmod(seconds, DAY)
    hours, seconds = divmod(seconds, 3600)
    minutes, seconds = divmod(seconds, 60)
    second = f"{seconds}.{thousandths:03}S" if thousandths else f"{seconds}S" if seconds else ""
    time = (f"{hours}H" if hours else "") + (f"{minutes}M" if minutes else "") + second
    return f"{sign}P" + (f"{days}D" if days else "") + (f"T{time}" if time else "")


def written_period(months):
    if abs(months) > 9999 * 12:
        return NONE
    years, rest = divmod(abs(months), 12)
    parts = (f"{years}Y" if years else "") + (f"{rest}M" if rest or not years else "")
    return ("-" if months < 0 else "") + "P" + parts


def written_decimal(number):
    """A fraction whose denominator divides a power of ten, without exponent."""
    places = 0
    while (number * 10**places).denominator != 1:
        places += 1
    digits = f"{abs(number.numerator) * 10**places // number.denominator:0{places + 1}}"
    text = digits[: len(digits) - places] + ("." + digits[len(digits) - places :] if places else "")
    return ("-" if number < 0 else "") + text


def answer(work):
    """What the work gives, or no answer where it leaves the calendar."""
    try:
        return work()
    except (ValueError, OverflowError):
        return NONE


class Cases:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = sorted(importlib.resources.files("tzdata").joinpath("zones").read_text().split())
        self.zone_of = {name: zoneinfo.ZoneInfo(name) for name in self.names}
        self.calendars = [self.calendar() for _ in range(24)]

    # Values

    def chance(self, one_in):
        return self.random.randrange(one_in) == 0

    def date(self):
        """A day of the years 1 to 9999: of our time, at an end of a month or of February, or of the calendar."""
        pick = self.random.randrange(6)
        if pick == 0:
            return datetime.date.fromordinal(self.random.randint(FIRST, LAST))
        if pick == 1:
            offset = self.random.choice([0, self.random.randint(0, 800)])
            return datetime.date.fromordinal(FIRST + offset if self.chance(2) else LAST - offset)
        year = self.random.randint(1, 9999) if self.chance(3) else self.random.randint(1890, 2110)
        if pick == 2:
            return datetime.date(year, 2, calendar.monthrange(year, 2)[1])
        month = self.random.randint(1, 12)
        last = calendar.monthrange(year, month)[1]
        if pick == 3:
            return datetime.date(year, month, self.random.choice([1, last - 1, last]))
        if pick == 4:
            return datetime.date(year, self.random.choice([1, 12]), self.random.choice([1, 2, 3, 4, 28, 29, 30, 31]))
        return datetime.date(year, month, self.random.randint(1, last))

    def time(self):
        edge = [datetime.time(0), datetime.time(23, 59, 59, 999_000), datetime.time(12)]
        if self.chance(8):
            return self.random.choice(edge)
        thousandths = 0 if self.chance(2) else self.random.randrange(1000)
        return datetime.time(
            self.random.randrange(24), self.random.randrange(60), self.random.randrange(60), thousandths * 1000
        )

    def moment(self):
        return datetime.datetime.combine(self.date(), self.time())

    def months(self):
        size = self.random.choice([1, 2, 12, 13, 48, 1200, 9999 * 12])
        return self.random.randint(-size, size)

    def milliseconds(self):
        size = self.random.choice([2, 1000, 3_600_000, DAY * 1000, 10**10, LIMIT - 1])
        return self.random.randint(-size, size)

    def decimal(self):
        """A number of at most 15 digits and 12 places."""
        digits = self.random.randint(1, 15)
        places = self.random.randint(0, min(12, digits))
        number = fractions.Fraction(self.random.randint(-(10**digits) + 1, 10**digits - 1), 10**places)
        return fractions.Fraction(self.random.randint(-24, 24), 2) if self.chance(4) else number

    # Periods and parts of dates

    def add_period(self):
        date, months = self.date(), self.months()
        result = answer(lambda: (date + relativedelta(months=months)).isoformat())
        yield "date_plus_period", date, written_period(months), result
        moment, months = self.moment(), self.months()
        result = answer(lambda: written_moment(moment + relativedelta(months=months)))
        yield "timestamp_plus_period", written_moment(moment), written_period(months), result

    def parts(self):
        date = self.date()
        year, week, weekday = date.isocalendar()
        quarter = (date.month - 1) // 3 + 1
        yield "parts", date, *[date.year, date.month, date.day, quarter, weekday, week, year]

    def ends(self):
        date = self.date()
        month_end = calendar.monthrange(date.year, date.month)[1]
        quarter = (date.month - 1) // 3 * 3 + 1
        quarter_end = calendar.monthrange(date.year, quarter + 2)[1]
        monday = date - datetime.timedelta(days=date.weekday())
        yield (
            "ends",
            date,
            date.replace(day=1),
            date.replace(day=month_end),
            date.replace(month=quarter, day=1),
            date.replace(month=quarter + 2, day=quarter_end),
            date.replace(month=1, day=1),
            date.replace(month=12, day=31),
            monday,
            answer(lambda: monday + datetime.timedelta(days=6)),
        )

    def between(self):
        one = self.date()
        other = self.date()
        if self.chance(2):
            # About so many whole months.
            moved = answer(lambda: one + relativedelta(months=self.months(), days=self.random.randint(-1, 1)))
            other = one if moved == NONE else moved
        earlier, later = min(one, other), max(one, other)
        whole = relativedelta(later, earlier)
        months = whole.years * 12 + whole.months
        if other < one:
            months = -months
        years = abs(months) // 12 * (1 if months >= 0 else -1)
        yield "between", one, other, (other - one).days, months, years

    def dates_of(self):
        year = self.random.choice([0, 1, 1900, 2000, 2023, 2024, 9999, 10_000, self.random.randint(-5, 10_005)])
        month, day = self.random.randint(-1, 14), self.random.randint(-1, 33)
        yield "date_of", year, month, day, answer(lambda: datetime.date(year, month, day).isoformat())
        hour, minute, second = (self.random.randint(-1, limit + 1) for limit in (23, 59, 59))
        yield "time_of", hour, minute, second, answer(lambda: written_time(datetime.time(hour, minute, second)))

    def periods(self):
        one, other = self.months(), self.months()
        yield "period_sum", written_period(one), written_period(other), written_period(one + other)
        factor = self.random.choice([self.random.randint(-9, 9), self.random.randint(-(10**14), 10**14)])
        yield "period_times", written_period(one), factor, written_period(one * factor)
        years, months = self.random.randrange(10_010), self.random.choice([0, 5, 11, 12, 18, 130_000])
        text = f"P{years}Y{months}M"
        if self.chance(3):
            text = f"P0{months}M"
            years = 0
        yield "period", text, written_period(years * 12 + months)
        yield "period", "-" + text, written_period(-(years * 12 + months))

    # Times

    def timestamps(self):
        moment = self.moment()
        sign = self.random.choice([1, -1])
        hours, minutes = self.random.randrange(24), self.random.choice([0, 0, 30, 45, 59])
        zone = "Z" if self.chance(3) else f"{'+' if sign > 0 else '-'}{hours:02}:{minutes:02}"
        ahead = datetime.timedelta(0) if zone == "Z" else sign * datetime.timedelta(hours=hours, minutes=minutes)
        digits = "".join(self.random.choice("0123456789") for _ in range(self.random.randint(1, 9)))
        fraction = "" if self.chance(3) else "." + digits
        text = f"{moment.year:04}-{moment:%m-%dT%H:%M:%S}{fraction}{zone}"
        thousandths = int((fraction[1:] + "000")[:3])
        result = answer(lambda: written_moment(moment.replace(microsecond=thousandths * 1000) - ahead))
        yield "timestamp", text, result
        faults = [
            text.replace("T", "t"), text.replace("T", " "), text + "Z", text[:-1], text.replace("Z", "z") + "0",
            text[:17] + "60" + text[19:], text[:11] + "24" + text[13:], text[:19] + ".0123456789" + zone,
            text[:19] + "." + zone, text[:19] + "," + digits + zone, text[:10], text[:16] + zone,
            text[:19] + "+24:00", text[:19] + "-00:60", text[:19] + "+0100", text[:19] + "+01", "0000" + text[4:],
        ]  # fmt: skip
        yield "timestamp", self.random.choice(faults), NONE

    def times(self):
        time = self.time()
        digits = "".join(self.random.choice("0123456789") for _ in range(self.random.randint(1, 9)))
        form = self.random.randrange(3)
        text = f"{time:%H:%M}" + ("" if form == 0 else f":{time:%S}") + (f".{digits}" if form == 2 else "")
        thousandths = int((digits + "000")[:3]) if form == 2 else 0
        read = time.replace(second=0 if form == 0 else time.second, microsecond=thousandths * 1000)
        yield "time", text, written_time(read)
        milliseconds = self.milliseconds()
        moment = datetime.datetime.combine(datetime.date(2000, 1, 1), time)
        later = answer(lambda: moment + datetime.timedelta(milliseconds=milliseconds))
        result = written_time(later.time()) if later != NONE and later.date() == moment.date() else NONE
        yield "time_plus_duration", written_time(time), written_duration(milliseconds), result
        other = self.time()
        apart = moment - datetime.datetime.combine(moment.date(), other)
        yield "time_minus_time", written_time(time), written_time(other), written_duration(apart // MILLISECOND)
        date = self.date()
        yield "at", date, written_time(time), written_moment(datetime.datetime.combine(date, time))

    def durations(self):
        units = [("W", 7 * DAY), ("D", DAY), ("T", 0), ("H", 3600), ("M", 60), ("S", 1)]
        text, seconds, parts_behind = "", 0, 0
        chosen = [unit for unit in units if unit[0] == "T" or self.chance(2)]
        for letter, worth in chosen:
            if letter == "T":
                if chosen[-1][0] == "T":
                    break
                text += "T"
                continue
            size = self.random.choice([1, 30, 100, 100_000, 2 * 10**9])
            count = self.random.randrange(size + 1)
            text += str(count)
            seconds += count * worth
            if letter == "S" and self.chance(2):
                digits = "".join(self.random.choice("0123456789") for _ in range(self.random.randint(1, 9)))
                text += "." + digits
                parts_behind = int((digits + "000")[:3])
            text += letter
        milliseconds = seconds * 1000 + parts_behind
        result = written_duration(milliseconds) if text else NONE
        yield "duration", "P" + text, result
        negative = written_duration(-milliseconds) if text else NONE
        yield "duration", "-P" + text, negative

    def duration_arithmetic(self):
        milliseconds, number = self.milliseconds(), self.decimal()
        text = written_duration(milliseconds)
        yield "duration_times", text, written_decimal(number), written_duration(round(milliseconds * number))
        if number != 0:
            yield "duration_by", text, written_decimal(number), written_duration(round(milliseconds / number))
        unit, worth = self.random.choice(
            [("weeks", 7 * DAY), ("days", DAY), ("hours", 3600), ("minutes", 60), ("seconds", 1)]
        )
        yield unit, written_decimal(number), written_duration(round(number * worth * 1000))
        terms = [self.milliseconds() for _ in range(self.random.randint(1, 7))]
        texts = " ".join(map(written_duration, terms))
        yield "duration_sum", texts, written_duration(sum(terms))
        yield "duration_mean", texts, written_duration(round(fractions.Fraction(sum(terms), len(terms))))

    # Working days

    def calendar(self):
        """Days of the week that are free, single holidays, yearly ones, and numpy's calendar of the same."""
        weekend = self.random.choice(["67", "7", "56", "", "135", "123456", "1234567", "67"])
        yearly = []
        for _ in range(self.random.randrange(6)):
            month = self.random.randint(1, 12)
            yearly.append((month, self.random.randint(1, calendar.monthrange(2000, month)[1])))
        if self.chance(3):
            yearly.append((2, 29))
        holidays = [self.date() for _ in range(self.random.randrange(40))]
        if self.chance(4):
            start = self.random.randint(FIRST, LAST - 3000)
            holidays += [datetime.date.fromordinal(start + day) for day in range(3000)]
        free = [date.isoformat() for date in holidays]
        for year in range(1, 10_000):
            free += [f"{year:04}-{m:02}-{d:02}" for m, d in yearly if (m, d) != (2, 29) or calendar.isleap(year)]
        mask = "".join("0" if str(day) in weekend else "1" for day in range(1, 8))
        theirs = None
        if "1" in mask:
            theirs = numpy.busdaycalendar(weekmask=mask, holidays=numpy.array(free, dtype="datetime64[D]"))
        spelled = [weekend, " ".join(free[: len(holidays)]), " ".join(f"{m:02}-{d:02}" for m, d in yearly)]
        return spelled, theirs

    def working_days(self):
        which = self.random.randrange(len(self.calendars))
        _, theirs = self.calendars[which]
        date, other = self.date(), self.date()
        if self.chance(2):
            ordinal = date.toordinal() + self.random.randint(-90, 90)
            other = datetime.date.fromordinal(min(max(ordinal, FIRST), LAST))
        size = self.random.choice([1, 10, 300, 100_000, 3_000_000])
        number = self.random.randint(-size, size)
        if self.chance(20):
            number = self.random.choice([10**15, -(10**15), 2**63 - 1, -(2**63)])
        if theirs is None:
            yield "is_working_day", which, date, "false"
            yield "working_days", which, date, other, 0
            yield "add_working_days", which, date, number, date if number == 0 else NONE
            return
        yield "is_working_day", which, date, str(numpy.is_busday(day64(date), busdaycal=theirs)).lower()
        earlier, later = min(date, other), max(date, other)
        # numpy counts from the first day on, up to the second, which it leaves out.
        count = int(numpy.busday_count(day64(earlier) + 1, day64(later) + 1, busdaycal=theirs))
        yield "working_days", which, date, other, count if other >= date else -count
        result = NONE
        if number == 0:
            result = date
        elif abs(number) <= LAST:
            # A day that is free counts from the working day on its other side.
            roll = "backward" if number > 0 else "forward"
            found = numpy.busday_offset(day64(date), number, roll=roll, busdaycal=theirs)
            ordinal = int((found - numpy.datetime64("1970-01-01")).astype(int)) + EPOCH.toordinal()
            result = datetime.date.fromordinal(ordinal) if FIRST <= ordinal <= LAST else NONE
        yield "add_working_days", which, date, number, result

    # Zones

    def zone_moment(self, zone):
        """A moment from 1970 on: at a change of the offset or near one, or anywhere."""
        second = self.random.randrange(4_102_444_800)
        if self.chance(20):
            second = self.random.randrange(END + 1)
        if self.chance(30):
            second = self.random.randrange(3 * DAY) if self.chance(2) else END - self.random.randrange(3 * DAY)
        if self.chance(2):
            found = change(zone, second, second + 190 * DAY)
            if found is not None:
                near = self.random.choice([0, -1, 1, self.random.randint(-5400, 5400), self.random.randint(-DAY, DAY)])
                second = max(0, found + near)
        return second

    def zones(self):
        name = self.random.choice(self.names)
        zone = self.zone_of[name]
        second = self.zone_moment(zone)
        thousandths = self.random.choice([0, 0, 1, 999])
        moment = EPOCH + datetime.timedelta(seconds=second, milliseconds=thousandths)
        text = written_moment(moment)
        yield "zone_offset", name, text, offset(zone, second)
        local = answer(lambda: moment.astimezone(zone))
        if local != NONE:
            yield "zone_date", name, text, local.date()
            yield "zone_time", name, text, written_time(local.time())
        # The clock's time of that moment, or some other near it: shown once, twice or not at all.
        ahead = offset(zone, min(max(second + self.random.choice([0, 3600, -3600]), 0), END))
        shown = answer(lambda: moment.replace(tzinfo=None) + datetime.timedelta(seconds=ahead))
        if shown != NONE:
            yield "zone_at", name, shown.date(), written_time(shown.time()), at(zone, shown)

    def rules(self, name):
        """All that the hash of a zone's rules is over."""
        zone = self.zone_of[name]
        seconds, rule = transitions(name)
        end = 2_145_916_799
        found = {second for second in seconds if 0 < second <= end}
        # Behind the last transition nothing changes but by a rule that names two days of the year.
        start = max([0, *found]) if "," in rule else end
        while start < end:
            step = min(start + 20 * DAY, end)
            second = change(zone, start, step)
            if second is not None:
                found.add(second)
            start = step
        listed = [[0, offset(zone, 0)]]
        for second in sorted(found):
            if offset(zone, second) != offset(zone, second - 1):
                listed.append([second, offset(zone, second)])
        rule = re.sub(r"<[^>]+>|[A-Za-z]{3,}", "X", rule)
        return "zone_rules", name, json.dumps([listed, rule], separators=(",", ":"))

    def all(self, count):
        for which, (spelled, _) in enumerate(self.calendars):
            yield "calendar", which, *spelled
        for name in self.names:
            yield self.rules(name)
        makers = [
            self.add_period, self.parts, self.ends, self.between, self.dates_of, self.periods, self.timestamps, self.times,
            self.durations, self.duration_arithmetic, self.working_days, self.working_days,
            self.zones, self.zones, self.zones, self.zones,
        ]  # fmt: skip
        made = 0
        while made < count:
            for case in self.random.choice(makers)():
                made += 1
                yield case


def day64(date):
    return numpy.datetime64(date.isoformat(), "D")


def offset(zone, second):
    moment = EPOCH + datetime.timedelta(seconds=second)
    try:
        ahead = moment.astimezone(zone).utcoffset()
    except OverflowError:
        # The local day is in year 10,000; the rules repeat every 400 years.
        ahead = moment.replace(year=moment.year - 400).astimezone(zone).utcoffset()
    return ahead // datetime.timedelta(seconds=1)


def change(zone, low, high):
    """A moment behind `low` and up to `high` at which the offset changes, if it is not the same at both."""
    before = offset(zone, low)
    if high > END or offset(zone, high) == before:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        if offset(zone, middle) == before:
            low = middle
        else:
            high = middle
    return high


def at(zone, shown):
    """The moment at which a zone's clock shows a time: fold 0 is the earlier, and before a gap the offset before it."""
    ahead = shown.replace(tzinfo=zone, fold=0).utcoffset()
    try:
        moment = shown - ahead
    except OverflowError:
        return "range"
    return written_moment(moment) if moment >= EPOCH.replace(tzinfo=None) else "before1970"


def transitions(name):
    """The seconds of the transitions in the file of a zone, and the rule behind them."""
    data = importlib.resources.files("tzdata").joinpath("zoneinfo", *name.split("/")).read_bytes()
    start = data.index(b"TZif", 4)
    count = struct.unpack(">l", data[start + 32 : start + 36])[0]
    seconds = struct.unpack(f">{count}q", data[start + 44 : start + 44 + 8 * count])
    return seconds, data.decode("latin-1").split("\n")[-2]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    arguments = parser.parse_args()
    for case in Cases(arguments.seed).all(arguments.count):
        sys.stdout.write("\t".join(map(str, case)) + "\n")


if __name__ == "__main__":
    main()
