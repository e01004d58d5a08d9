import pytest

from indexing.parsers.legal.dates import date_in, stated_dates


@pytest.mark.parametrize(
    ("text", "effective"),
    [
        ("第九条 本法自2021年1月1日起施行。", "2021-01-01"),
        ("本合同自二〇二四年三月五日起生效。", "2024-03-05"),
        ("生效日期：2024年3月1日", "2024-03-01"),
        ("生效日期：2025 年 1 月 1 日", "2025-01-01"),
        ("施行日期: 2024-03-01", "2024-03-01"),
        ("# 规则\n\n2019年12月30日 施行\n", "2019-12-30"),
        ("**Effective Date:** January 1, 2024", "2024-01-01"),
        ("This Policy is effective as of 1 May 2024.", "2024-05-01"),
        ("It shall come into force on 3rd June 2023.", "2023-06-03"),
        ("In force since 1 October 2024", "2024-10-01"),
        ("Version 4.2, effective 1 January 2025", "2025-01-01"),
        ("It shall apply from 31 July 2026.", "2026-07-31"),
    ],
)
def test_the_day_a_text_takes_effect_is_read(text: str, effective: str) -> None:
    assert stated_dates(text).get("effective") == effective


@pytest.mark.parametrize(
    "text",
    [
        "本法自公布之日起施行。",
        "2020年5月28日 全国人民代表大会通过",
        "Signed on 1 May 2024.",
        "生效日期：2023年2月30日",
        "Effective Date: soon",
    ],
)
def test_what_a_text_does_not_say_is_not_made_up(text: str) -> None:
    assert "effective" not in stated_dates(text)


def test_what_a_text_says_of_itself_counts_before_what_it_says_of_others() -> None:
    text = "《旧法》自1999年1月1日起施行。\n本法自2021年1月1日起施行。\n《旧法》自2000年1月1日起施行。"
    assert stated_dates(text)["effective"] == "2021-01-01"


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("版本：V2.1", "V2.1"),
        ("版本号: 3", "3"),
        ("版本：第四版", "第四版"),
        ("Policy, Version 3.0", "3.0"),
        ("**Version:** 2.1.4", "2.1.4"),
        ("2013年1月1日 修订\n2018年10月26日 第三次修正\n第一条 甲", "2018-10-26"),
        ("Last updated: March 5, 2024", "2024-03-05"),
    ],
)
def test_the_version_is_its_name_or_the_latest_revision(text: str, version: str) -> None:
    assert stated_dates(text)["version"] == version


def test_a_revision_of_another_text_in_an_article_is_no_version() -> None:
    assert stated_dates("第一条 根据2018年10月26日修正的法律，制定本办法。") == {}


def test_every_way_to_write_a_date_gives_one_form() -> None:
    days = [
        "2024-05-01",
        "2024/5/1",
        "2024年5月1日",
        "二〇二四年五月一日",
        "May 1, 2024",
        "1 May 2024",
        "1st day of May, 2024",
    ]
    assert {date_in(day) for day in days} == {"2024-05-01"}
