import styled from 'styled-components';

const Text = styled.p`
  color: red;
`;

export default () => <Text id="styled-components">styled-components</Text>;
