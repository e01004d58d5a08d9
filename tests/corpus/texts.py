"""Files of text formats, written out: a contract, questions, a price list, chats, mail, a page, an API, code."""

from typing import Final

from tests.corpus.sample import Sample

LEASE_ZH: Final = """\
仓库租赁合同

出租方（甲方）：太仓港物流有限公司
承租方（乙方）：林登霍夫户外用品（苏州）有限公司

第一章 租赁标的

第一条 甲方将位于太仓市港口路 18 号的三号仓库出租给乙方，建筑面积 2,400 平方米。

第二条 租赁期限自 2025 年 7 月 1 日起至 2028 年 6 月 30 日止。

第二章 租金与费用

第三条 租金为每平方米每月 28 元，乙方应于每月 5 日前支付当月租金。

第四条 下列费用由乙方承担：
（一）水费、电费；
（二）消防设施的年检费用，但因甲方设备缺陷产生的除外；
（三）网络费。

第三章 合同的解除

第五条 有下列情形之一的，甲方可以解除合同：
（一）乙方逾期支付租金超过三十日；
（二）乙方擅自转租。
前款规定不适用于经甲方书面同意的转租。

第六条 本合同自双方签字之日起生效。
"""

LEASE_EN: Final = """\
STORE LEASE AGREEMENT

between Kornhaus Properties Ltd ("Landlord") and Lindenhof Outdoor Ltd ("Tenant")

Article 1 Premises

1.1 The Landlord lets the ground floor of 4 Market Square to the Tenant.

1.2 The cellar is not part of the premises.

Article 2 Rent

2.1 The rent is EUR 4,200 a month and falls due on the third working day. The Tenant shall pay it without deduction.

2.2 The Tenant shall bear:
(a) water and heating as metered;
(b) cleaning of the shop window.

2.3 Notwithstanding Section 2.2, heating of the stairwell is borne by the Landlord.

Article 3 Termination

3.1 Either party may give notice of six months to the end of a quarter.
"""

POLICY_MD: Final = """\
---
title: 差旅报销办法
effective: 2025-03-01
---

# 差旅报销办法

## 适用范围

本办法适用于全体员工。

> **注意：** 实习生不适用本办法。

## 标准

表 1：住宿标准（单位：元/晚）

| 城市 | 普通员工 | 经理 |
| --- | ---: | ---: |
| 北京、上海 | 500 | 700 |
| 苏州 | 400 | 550 |

报销时需要提供：

- 发票原件；
- 行程单；
- 审批单编号，例如 `TR-2025-0042`。

## 计算

补贴按 $S = d \\times 120$ 计算，其中 $d$ 为出差天数。

```python
def allowance(days: int) -> int:
    # 每天 120 元
    return days * 120
```
"""

FAQ_ZH: Final = """\
# 常见问题

## 退换货

**问：收到货后多少天内可以退货？**

答：三十天内，商品未使用即可。

**问：退款多久到账？**

答：五个工作日。信用卡可能需要更久，取决于发卡行。

## 配送

**问：可以送到港澳吗？**

答：可以，运费另计。
"""

FAQ_EN: Final = """\
Frequently asked questions

Q: How do I wash a sleeping bag?
A: By hand, with a down detergent. Do not use fabric softener.

Q: Does the warranty cover broken zips?
A: Yes, for two years. Zips that were forced are excluded.

Q: Where can I buy spare poles?
A: In every shop, or at the address on the label.
"""

PRICES_CSV: Final = """\
Article,Name,Weight (g),Price (EUR),Note
HS3-001,Flint HS3 stove,310,89.90,fuel not included
HS3-002,Wind shield,85,19.90,
KS2-010,"Kestrel 2 tent, green",2140,349.00,with footprint
KS2-011,"Kestrel 2 tent, sand",2140,349.00,"out of stock
until May"
SB-400,Sleeping bag -4 °C,980,189.00,
"""

STOCK_TSV: Final = (
    "货号\t品名\t库存（件）\t仓库\nA-17\t炉头\t120\t太仓\nA-18\t挡风板\t85\t太仓\nB-02\t双人帐篷\t0\t苏州\n"
)

CHAT_ZH: Final = """\
2025-05-20 09:31 王芳：早上好，订单 10482 还没有发货，客户在催。
2025-05-20 09:32 李强：我看一下。
2025-05-20 09:35 李强：仓库那边缺一个挡风板，预计今天下午到货。
2025-05-20 09:36 王芳：好的，到货后请直接走加急。
2025-05-20 14:10 李强：已发出，运单号 SF1029384756。
"""

CHAT_EN: Final = """\
[14:02] Maya: The Kestrel poles snap at the second joint. Third ticket this week.
[14:03] Jonas: Batch 24-07?
[14:03] Maya: Yes, all three.
[14:05] Jonas: Then we stop shipping that batch today. I will write to the supplier.
[14:06] Maya: Thanks. I tell support to offer a replacement.
"""

MEETING_VTT: Final = """\
WEBVTT

00:00:01.000 --> 00:00:04.000
<v Maya>Welcome to the product council.

00:00:04.000 --> 00:00:09.000
<v Maya>First topic: the new stove.

00:00:09.500 --> 00:00:15.000
<v Jonas>The valve passed the cold test at minus twenty.

00:00:15.500 --> 00:00:20.000
<v 李强>苏州仓库下周可以开始备货。
"""

FILM_SRT: Final = (
    "1\r\n00:00:01,000 --> 00:00:04,000\r\nPitch the inner tent first.\r\n\r\n"
    "2\r\n00:00:04,500 --> 00:00:09,000\r\nThen slide the poles\r\nthrough the sleeves.\r\n"
)

LETTER_EML: Final = """\
From: =?utf-8?b?546L6Iqz?= <wang.fang@example.com>
To: support@example.com
Subject: =?utf-8?b?5biQ56+35p2G5pat6KOC?=
Date: Tue, 20 May 2025 09:12:00 +0800
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="b"

--b
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

您好，

我的 Kestrel 2 帐篷杆在大风中断裂，请问是否在保修范围内？

谢谢
王芳

--b
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: 8bit

<p>您好，</p><p>我的 Kestrel 2 帐篷杆在大风中断裂，请问是否在保修范围内？</p>
--b--
"""

PAGE_HTML: Final = """\
<!DOCTYPE html>
<html lang="en"><head><title>Flint HS3 | Lindenhof</title><style>nav{color:red}</style>
<script>var tracker = "stay-out";</script></head>
<body>
<nav><a href="/">Home</a> <a href="/stoves">All stoves</a></nav>
<main>
<h1 id="flint">Flint HS3 stove</h1>
<p>Boils a litre in <b>3½</b> minutes &mdash; at 20&nbsp;°C.</p>
<h2 id="specs">Specifications</h2>
<table><caption>Measured at sea level</caption>
<thead><tr><th>Fuel</th><th>Burn time</th></tr></thead>
<tbody><tr><td>Gas 230 g</td><td>75 min</td></tr><tr><td>Gas &lt; 110 g</td><td>34 min</td></tr></tbody></table>
<h2 id="safety">Safety</h2>
<ul><li>Never use it in a tent.<ul><li>Not even with the door open.</li></ul></li>
<li>Let it cool before packing.</li></ul>
<pre><code class="language-sh">flint --self-test
flint --report</code></pre>
<div hidden>internal note: recall pending</div>
</main>
<footer>© Lindenhof, imprint</footer>
</body></html>
"""

PAGE_ZH_HTML: Final = """\
<html><head><meta charset="gb18030"><title>保养说明</title></head><body>
<div class="breadcrumb"><a href="/">首页</a> &gt; <a href="/care">保养</a></div>
<article><h1>睡袋保养</h1><p>使用后应晾干，<em>不要</em>压缩存放。</p>
<h2>清洗</h2><ol><li>用羽绒专用洗涤剂手洗。</li><li>低温烘干，放入两个网球。</li></ol>
<p>注意：不得使用柔顺剂。</p>
<h2>温标</h2><table><tr><th rowspan="2">型号</th><th colspan="2">温度（℃）</th></tr>
<tr><th>舒适</th><th>极限</th></tr><tr><td>SB-400</td><td>-4</td><td>-12</td></tr></table></article>
</body></html>
"""

ORDERS_YAML: Final = """\
openapi: 3.0.3
info: {title: Orders API, version: 1.4.0}
paths:
  /orders:
    get:
      summary: List orders
      tags: [Orders]
      parameters:
        - {name: status, in: query, required: false, schema: {type: string, enum: [open, shipped]}}
      responses:
        "200": {description: A page of orders}
    post:
      summary: Place an order
      tags: [Orders]
      requestBody:
        content:
          application/json:
            schema: {$ref: "#/components/schemas/Order"}
      responses:
        "201": {description: Created}
        "409": {description: An article is out of stock}
  /orders/{id}:
    delete:
      summary: 取消订单
      tags: [Orders]
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
      responses:
        "204": {description: 已取消}
        "404": {description: 没有该订单}
components:
  schemas:
    Order:
      type: object
      required: [articles]
      properties:
        articles: {type: array, items: {type: string}, description: Article numbers}
        note: {type: string}
"""

CHAT_JSON: Final = """\
{"messages": [
  {"role": "user", "name": "Maya", "timestamp": "2025-05-21T10:00:00Z", "content": "Does the HS3 burn ethanol?"},
  {"role": "assistant", "timestamp": "2025-05-21T10:00:04Z", "content": "No. It burns gas only."},
  {"role": "user", "name": "Maya", "timestamp": "2025-05-21T10:01:00Z", "content": "中文说明书在哪里？"},
  {"role": "assistant", "timestamp": "2025-05-21T10:01:05Z", "content": "在产品页面的“下载”栏。"}
]}
"""

STOCK_PY: Final = '''\
"""Stock levels of the warehouse."""

import datetime
from decimal import Decimal

REORDER_BELOW = 20


class Stock:
    """What lies in one warehouse."""

    def __init__(self, warehouse: str) -> None:
        self.warehouse = warehouse
        self.levels: dict[str, int] = {}

    def take(self, article: str, count: int) -> None:
        """Remove `count` pieces. Raises KeyError for an unknown article."""
        if self.levels[article] < count:
            raise ValueError(f"库存不足: {article}")
        self.levels[article] -= count


def value(stock: Stock, prices: dict[str, Decimal]) -> Decimal:
    """What the stock is worth."""
    return sum((prices[name] * count for name, count in stock.levels.items()), Decimal())
'''

CART_TS: Final = """\
import { Article } from "./article";

/** A line of the cart. */
export interface Line {
  article: Article;
  count: number;
}

export class Cart {
  private lines: Line[] = [];

  /** Adds pieces of an article. */
  add(article: Article, count = 1): void {
    this.lines.push({ article, count });
  }

  total(): number {
    return this.lines.reduce((sum, line) => sum + line.article.price * line.count, 0);
  }
}
"""

SCHEMA_SQL: Final = """\
-- Orders and their lines.
CREATE TABLE orders (
    id BIGINT PRIMARY KEY,
    placed_at TIMESTAMP NOT NULL
);

CREATE INDEX orders_by_time ON orders (placed_at);

-- 每个订单的总额
CREATE VIEW totals AS
SELECT order_id, SUM(price * count) AS total FROM lines GROUP BY order_id;
"""

NOTES_TXT: Final = """\
The walk starts at the old mill. Follow the river for two kilometres, then cross the wooden bridge.

After the bridge the path climbs. There is no water until the hut, so fill your bottles here.

The hut is open from May to October. Outside that time the winter room is unlocked; bring wood.
"""

SAMPLES: Final = (
    Sample(
        name="仓库租赁合同.txt",
        content=LEASE_ZH.encode("gb18030"),
        kind="legal",
        outline="""\
仓库租赁合同
  第一章 租赁标的
    第一条
    第二条
  第二章 租金与费用
    第三条
    第四条
  第三章 合同的解除
    第五条
    第六条""",
        together=(
            ("第四条 下列费用由乙方承担：", "（二）消防设施的年检费用，但因甲方设备缺陷产生的除外；"),
            ("（二）乙方擅自转租。", "前款规定不适用于经甲方书面同意的转租。"),
        ),
    ),
    Sample(
        name="store-lease.txt",
        content=LEASE_EN.replace("\n", "\r\n").encode(),
        kind="legal",
        outline="""\
STORE LEASE AGREEMENT
  Article 1 Premises
    1.1
    1.2
  Article 2 Rent
    2.1
    2.2
    2.3
  Article 3 Termination
    3.1""",
        together=(("Article 2 Rent", "2.2 The Tenant shall bear:", "(b) cleaning of the shop window."),),
    ),
    Sample(
        name="差旅报销办法.md",
        content=POLICY_MD.encode("utf-8-sig"),
        kind="markdown",
        outline="""\
差旅报销办法
  适用范围
  标准
  计算""",
        together=(
            ("表 1：住宿标准（单位：元/晚）", "| 城市 | 普通员工 | 经理 |", "| 苏州 | 400 | 550 |"),
            ("本办法适用于全体员工。", "实习生不适用本办法。"),
            ("报销时需要提供：", "`TR-2025-0042`"),
        ),
        left_out=("effective:",),
    ),
    Sample(
        name="常见问题.md",
        content=FAQ_ZH.encode(),
        kind="faq",
        outline="""\
常见问题
  退换货
    收到货后多少天内可以退货？
    退款多久到账？
  配送
    可以送到港澳吗？""",
        together=(("退换货", "退款多久到账？", "取决于发卡行。"),),
    ),
    Sample(
        name="faq.txt",
        content=FAQ_EN.encode(),
        kind="faq",
        outline="""\
Frequently asked questions
  How do I wash a sleeping bag?
  Does the warranty cover broken zips?
  Where can I buy spare poles?""",
        together=(("Does the warranty cover broken zips?", "Zips that were forced are excluded."),),
    ),
    Sample(
        name="prices.csv",
        content=PRICES_CSV.encode("cp1252"),
        kind="table",
        outline="",
        together=(
            (
                "Article,Name,Weight (g),Price (EUR),Note",
                '"Kestrel 2 tent, sand",2140,349.00,"out of stock\nuntil May"',
            ),
        ),
    ),
    Sample(
        name="stock.tsv",
        content=STOCK_TSV.encode("utf-16"),
        kind="table",
        outline="",
        together=(("货号\t品名\t库存（件）\t仓库", "B-02\t双人帐篷\t0\t苏州"),),
    ),
    Sample(
        name="chat-zh.txt",
        content=CHAT_ZH.encode(),
        kind="chat",
        outline="",
        together=(("李强：仓库那边缺一个挡风板", "王芳：好的"),),
    ),
    Sample(
        name="chat-en.log",
        content=CHAT_EN.encode(),
        kind="chat",
        outline="",
        together=(("[14:03] Jonas: Batch 24-07?", "[14:03] Maya: Yes, all three."),),
    ),
    Sample(
        name="council.vtt",
        content=MEETING_VTT.encode(),
        kind="chat",
        outline="",
        together=(
            ("Maya: Welcome to the product council. First topic: the new stove.", "李强: 苏州仓库下周可以开始备货。"),
        ),
        left_out=("-->",),
    ),
    Sample(
        name="pitching.srt",
        content=FILM_SRT.encode(),
        kind="chat",
        outline="",
        together=(("Then slide the poles through the sleeves.",),),
        left_out=("-->",),
    ),
    Sample(
        name="letter.eml",
        content=LETTER_EML.encode(),
        kind="chat",
        outline="帐篷杆断裂",
        together=(("Subject: 帐篷杆断裂", "From: 王芳 <wang.fang@example.com>", "请问是否在保修范围内？"),),
        left_out=(
            "<p>",
            "multipart",
        ),
    ),
    Sample(
        name="flint.html",
        content=PAGE_HTML.encode(),
        kind="html",
        outline="""\
Flint HS3 stove
  Specifications
  Safety""",
        together=(
            ("Specifications", "Measured at sea level", "| Fuel | Burn time |", "| Gas < 110 g | 34 min |"),
            ("Never use it in a tent.", "Not even with the door open."),
            ("Boils a litre in 3½ minutes — at 20\u00a0°C.",),
        ),
        left_out=(
            "All stoves",
            "stay-out",
            "recall",
            "imprint",
            "color",
        ),
    ),
    Sample(
        name="care-zh.html",
        content=PAGE_ZH_HTML.encode("gb18030"),
        kind="html",
        outline="""\
睡袋保养
  清洗
  温标""",
        together=(
            ("温度（℃）", "舒适", "| SB-400 | -4 | -12 |"),
            ("不要压缩存放",),
        ),
        left_out=("首页",),
    ),
    Sample(
        name="orders.yaml",
        content=ORDERS_YAML.encode(),
        kind="api",
        outline="""\
Orders
  GET /orders List orders
  POST /orders Place an order
  DELETE /orders/{id} 取消订单""",
        together=(
            (
                "POST /orders Place an order",
                "articles (array of string, required): Article numbers",
                "409: An article is out of stock",
            ),
            ("DELETE /orders/{id} 取消订单", "404: 没有该订单"),
        ),
    ),
    Sample(
        name="assistant.json",
        content=CHAT_JSON.encode(),
        kind="chat",
        outline="",
        together=(("Maya: Does the HS3 burn ethanol?", "assistant: No. It burns gas only."),),
    ),
    Sample(
        name="stock.py",
        content=STOCK_PY.encode(),
        kind="code",
        outline="""\
Stock
value""",
        together=(
            ("stock.py", "class Stock:", "库存不足"),
            ("from decimal import Decimal", "def value(", "What the stock is worth."),
        ),
    ),
    Sample(
        name="cart.ts",
        content=CART_TS.encode(),
        kind="code",
        outline="""\
Line
Cart""",
        together=(('import { Article } from "./article";', "export class Cart {", "Adds pieces of an article."),),
    ),
    Sample(
        name="schema.sql",
        content=SCHEMA_SQL.encode(),
        kind="code",
        outline="""\
orders
orders_by_time
totals""",
        together=(("-- 每个订单的总额", "CREATE VIEW totals AS", "GROUP BY order_id;"),),
    ),
    Sample(
        name="walk.txt",
        content=NOTES_TXT.encode(),
        kind="plain",
        outline="",
        together=(("fill your bottles here.",),),
    ),
)
