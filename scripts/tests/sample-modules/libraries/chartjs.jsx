import { CategoryScale, Chart, LinearScale, LineElement, PointElement, Tooltip } from 'chart.js';
import { Line } from 'react-chartjs-2';

Chart.register(CategoryScale, LinearScale, LineElement, PointElement, Tooltip);
const data = { labels: ['a', 'b'], datasets: [{ label: 'n', data: [1, 3] }] };

export default () => (
  <div id="chartjs">
    chartjs <Line data={data} />
  </div>
);
