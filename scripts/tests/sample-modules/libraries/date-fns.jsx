import { format } from 'date-fns';
import dayjs from 'dayjs';
import _ from 'lodash';
import clsx from 'clsx';
import { z } from 'zod';
import { nanoid } from 'nanoid';
import { v4 } from 'uuid';

export default () => (
  <p id="date-fns" className={clsx('a')} onClick={() => [nanoid(), v4()]}>
    date-fns {format(new Date(2026, 0, 1), 'yyyy')} {dayjs('2026-01-01').year()}{' '}
    {_.chunk([1], 1).length} {z.string().parse('x')}
  </p>
);
