import { Line, LineChart, XAxis } from 'recharts';

export default () => (
  <div id="recharts">
    recharts{' '}
    <LineChart
      width={300}
      height={200}
      data={[
        { n: 'a', v: 1 },
        { n: 'b', v: 3 },
      ]}
    >
      <XAxis dataKey="n" />
      <Line dataKey="v" />
    </LineChart>
  </div>
);
